import type { Content } from './content.ts'

/** What the browser stores of a post that is not saved yet. It survives the page, and the tab. */
export interface Kept {
  content: Content
  /** The updatedAt of the post that it was written on; null for one that the service does not know. */
  on: string | null
  /** What the post was then. */
  status?: 'DRAFT' | 'SCHEDULED'
  /** What was sent of it without an answer so far: the service may have it. */
  sent: readonly string[]
  /** The request that makes the post, if that was sent without an answer: the same one makes no second post. */
  creation: Creation | null
  /** When it was stored. */
  at: number
}

export interface Creation {
  key: string
  body: string
}

const prefix = 'crier.compose.'
const lockOf = (tab: string) => `crier.tab.${tab}`
const nameOf = (id: string, of: string) => `${prefix}${id}.${of}`

// Each tab stores under a name of its own, so that two with the same post do not mix what they hold.
let tab: string = crypto.randomUUID()
const named = name()

async function name(): Promise<void> {
  try {
    const before = sessionStorage.getItem(prefix)
    // A tab that was made as a copy of another one has its name from there, and needs another.
    if (before && (await hold(before))) tab = before
    else await hold(tab)
    sessionStorage.setItem(prefix, tab)
  } catch {
    // It has the name for as long as the page is there.
  }
}

// The tab holds a lock of its name until its page is left, by which others tell that it lives.
function hold(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const until = () => {
      resolve(true)
      return new Promise((left) => addEventListener('pagehide', left, { once: true }))
    }
    navigator.locks.request(lockOf(name), { signal: AbortSignal.timeout(1_000) }, until).catch(() => resolve(false))
  })
}

// A page that is left is kept for a while, and lives again when it is shown again.
addEventListener('pageshow', (event) => void (event.persisted && hold(tab)))

/** Stores it, and reports whether the browser lets that be done. */
export function keep(id: string, kept: Kept): boolean {
  try {
    localStorage.setItem(nameOf(id, tab), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function forget(id: string): void {
  try {
    localStorage.removeItem(nameOf(id, tab))
  } catch {
    // There is nothing to forget.
  }
}

/** What this tab has kept of the post, or else what a tab has that is gone. */
export async function kept(id: string): Promise<Kept | null> {
  await named
  try {
    const own = read(nameOf(id, tab))
    if (own) return own
    const { held = [] } = await navigator.locks.query()
    const living = new Set(held.map((lock) => lock.name))
    const from = nameOf(id, '')
    const left = Object.keys(localStorage)
      .filter((key) => key.startsWith(from) && !living.has(lockOf(key.slice(from.length))))
      .map((key) => ({ key, found: read(key) }))
      .sort((a, b) => (b.found?.at ?? 0) - (a.found?.at ?? 0))[0]
    if (!left?.found || !keep(id, left.found)) return null
    localStorage.removeItem(left.key)
    return left.found
  } catch {
    return null
  }
}

function read(key: string): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    return found && typeof found.content?.caption === 'string' && Array.isArray(found.content.files) && Array.isArray(found.sent) ? found : null
  } catch {
    return null
  }
}
