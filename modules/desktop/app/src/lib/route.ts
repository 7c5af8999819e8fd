import type { Component } from 'svelte'

// It is given the parameters of its path. One that takes none is a page too, which the types of Svelte cannot say otherwise.
export type Page = Component<any>

export interface Route {
  /** Such as /posts/:id. */
  path: string
  /** The words of the tab, and what is announced on arrival. */
  title: string
  /** Whether the page fills the window, without the sidebar. */
  isBare?: boolean
  load: () => Promise<{ default: Page }>
}

export function route(r: Route): Route {
  return r
}
