import type { Component } from 'svelte'

/** What a page's component is given, if it takes it. */
export interface PageProps {
  params: Record<string, string>
  query: URLSearchParams
}

// One that takes none of the props is a page too, which the types of Svelte cannot say otherwise.
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
