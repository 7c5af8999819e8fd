import type { Content } from './content.ts'

/** What the browser stores of a post that is not saved yet. It survives a reload of the page. */
export interface Kept {
  content: Content
  /** The updatedAt of the post that it was written on; null for one that the service does not know. */
  on: string | null
}

const nameOf = (id: string) => `crier.compose.${id}`

export function keep(id: string, content: Content, on: string | null): void {
  try {
    sessionStorage.setItem(nameOf(id), JSON.stringify({ content, on } satisfies Kept))
  } catch {
    // Without storage, a reload loses the text.
  }
}

export function forget(id: string): void {
  try {
    sessionStorage.removeItem(nameOf(id))
  } catch {
    // There is nothing to forget.
  }
}

export function kept(id: string): Kept | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(nameOf(id)) ?? 'null') as Kept | null
    return found && typeof found.content?.caption === 'string' && Array.isArray(found.content.files) ? found : null
  } catch {
    return null
  }
}
