import { untrack } from 'svelte'
import { connection } from './connection.svelte.ts'
import { asFailure, notRunning, type Failure } from './failure.ts'

/** What an event of the service can be about. */
export type Kind = 'post' | 'media' | 'account' | 'queue' | 'mention' | 'status'

/** What a page reads from the service. Two queries with the same key are one, sent once. */
export interface Query<T> {
  key: string
  /** Which events make the data old. */
  kinds: readonly Kind[]
  load: (signal: AbortSignal) => Promise<T>
}

// How many entries are kept that no page watches.
const maxUnwatched = 60

class Entry<T> {
  data = $state.raw<T>()
  error = $state.raw<Failure>()
  loading = $state(false)
  query: Query<T>
  watchers = 0
  isOld = true
  #abort: AbortController | undefined
  #pending = Promise.resolve()

  constructor(query: Query<T>) {
    this.query = query
  }

  /** Loads the data when they are old, and ends when they are there. Data that became old while they were loaded are shown, and loaded once more: if each event ended the request, none would be answered while events come. */
  refresh(): Promise<void> {
    if (!this.isOld) return this.#pending
    if (!connection.up) {
      // What was read stays. Where nothing was, a placeholder would promise something.
      if (this.data === undefined) this.error = notRunning()
      return Promise.resolve()
    }
    return (this.#pending = this.loading ? this.#pending.then(() => this.refresh()) : this.#load())
  }

  async #load(): Promise<void> {
    this.isOld = false
    this.#abort?.abort()
    const abort = (this.#abort = new AbortController())
    this.loading = true
    try {
      const data = await this.query.load(abort.signal)
      // A caller that waits for these data gets that of the request in its place.
      if (abort.signal.aborted) return this.#pending
      this.data = data
      this.error = undefined
    } catch (thrown) {
      if (abort.signal.aborted) return this.#pending
      this.error = asFailure(thrown)
      // Asked again when the connection is back, or by Retry.
      this.isOld = true
    }
    this.loading = false
  }

  /** Loads the data at once, and gives up a request that is under way. */
  reload(): Promise<void> {
    // Once Crier is back, everything that is watched is loaded.
    this.isOld = true
    if (!connection.up) return connection.tryNow()
    return (this.#pending = this.#load())
  }
}

const entries = new Map<string, Entry<unknown>>()

function entryOf<T>(query: Query<T>): Entry<T> {
  let entry = entries.get(query.key) as Entry<T> | undefined
  if (!entry) {
    entry = new Entry(query)
    entries.set(query.key, entry as Entry<unknown>)
  }
  return entry
}

function forgetUnwatched(): void {
  const unwatched = [...entries].filter(([, entry]) => entry.watchers === 0)
  for (const [key] of unwatched.slice(0, Math.max(0, unwatched.length - maxUnwatched))) entries.delete(key)
}

export interface Watched<T> {
  readonly data: T | undefined
  readonly error: Failure | undefined
  readonly loading: boolean
  reload(): Promise<void>
}

/**
 * Keeps the data of a query fresh for as long as the component lives: they are loaded, and loaded again when an event has made them old. The query may
 * depend on state; while it is null nothing is loaded. Until a new query has its data, data is undefined, or with keep the data of the one before.
 */
export function watch<T>(queryOf: () => Query<T> | null, options: { keep?: boolean } = {}): Watched<T> {
  const query = $derived(queryOf())
  const entry = $derived(query && entryOf(query))
  let before: T | undefined
  $effect(() => {
    const watched = entry
    if (!watched) return
    if (query) watched.query = query
    watched.watchers++
    untrack(() => void watched.refresh())
    return () => {
      watched.watchers--
      forgetUnwatched()
    }
  })
  return {
    get data() {
      const data = entry?.data
      if (data !== undefined) before = data
      return data === undefined && options.keep ? before : data
    },
    get error() {
      return entry?.error
    },
    get loading() {
      return entry?.loading ?? false
    },
    reload: () => entry?.reload() ?? Promise.resolve(),
  }
}

let planned: ReturnType<typeof setTimeout> | undefined

let held = 0

/** Has what is on the screen loaded again only once act has ended: what changes many things causes an event for each. */
export async function quietly<T>(act: () => Promise<T>): Promise<T> {
  held++
  try {
    return await act()
  } finally {
    held--
    refreshWatched()
  }
}

// Several events of one moment, as when a post ends, lead to one request.
function refreshWatched(): void {
  if (held === 0) planned ??= setTimeout(() => {
    planned = undefined
    for (const entry of entries.values()) if (entry.watchers > 0) void entry.refresh()
  }, 40)
}

/** Makes the data of these kinds old. What is on the screen is loaded again. */
export function invalidate(...kinds: Kind[]): void {
  for (const entry of entries.values()) if (kinds.some((kind) => entry.query.kinds.includes(kind))) entry.isOld = true
  refreshWatched()
}

/** Makes every answer old. */
export function invalidateAll(): void {
  for (const entry of entries.values()) entry.isOld = true
  refreshWatched()
}

/** Changes an answer on the screen before the service has confirmed it. Returns what puts it back. */
export function change<T>(key: string, to: (data: T) => T): () => void {
  const entry = entries.get(key) as Entry<T> | undefined
  if (entry?.data === undefined) return () => undefined
  const before = entry.data
  const after = to(before)
  entry.data = after
  return () => {
    if (entry.data === after) entry.data = before
  }
}

connection.onReturn(invalidateAll)
