import { untrack } from 'svelte'
import { connection } from './connection.svelte.ts'
import { asFailure, notRunning, type Failure } from './failure.ts'

/** What an event of the service can be about. */
export type Kind = 'post' | 'media' | 'account' | 'queue' | 'mention' | 'status'

/** What a page wants to know. Two with the same key are one, asked once. */
export interface Question<T> {
  key: string
  /** Which events make the answer old. */
  kinds: readonly Kind[]
  load: (signal: AbortSignal) => Promise<T>
}

// An answer that nobody looks at is kept for as many further ones.
const maxUnwatched = 60

class Entry<T> {
  data = $state.raw<T>()
  error = $state.raw<Failure>()
  loading = $state(false)
  question: Question<T>
  watchers = 0
  isOld = true
  #abort: AbortController | undefined
  #asking = Promise.resolve()

  constructor(question: Question<T>) {
    this.question = question
  }

  /** Asks when the answer is old, and ends when there is one. What has become old while it was under way is shown, and asked for once more: given up at each event, no answer would come while events do. */
  refresh(): Promise<void> {
    if (!this.isOld) return this.#asking
    if (!connection.up) {
      // What was read stays. Where nothing was, a placeholder would promise something.
      if (this.data === undefined) this.error = notRunning()
      return Promise.resolve()
    }
    return (this.#asking = this.loading ? this.#asking.then(() => this.refresh()) : this.#ask())
  }

  async #ask(): Promise<void> {
    this.isOld = false
    this.#abort?.abort()
    const abort = (this.#abort = new AbortController())
    this.loading = true
    try {
      const data = await this.question.load(abort.signal)
      // A caller that waits for this answer gets the one that was asked for in its place.
      if (abort.signal.aborted) return this.#asking
      this.data = data
      this.error = undefined
    } catch (thrown) {
      if (abort.signal.aborted) return this.#asking
      this.error = asFailure(thrown)
      // Asked again when the connection is back, or by Retry.
      this.isOld = true
    }
    this.loading = false
  }

  /** Asks at once. An answer that is under way is not waited for. */
  reload(): Promise<void> {
    // Once Crier is back, everything that is watched is asked for.
    this.isOld = true
    if (!connection.up) return connection.tryNow()
    return (this.#asking = this.#ask())
  }
}

const entries = new Map<string, Entry<unknown>>()

function entryOf<T>(question: Question<T>): Entry<T> {
  let entry = entries.get(question.key) as Entry<T> | undefined
  if (!entry) {
    entry = new Entry(question)
    entries.set(question.key, entry as Entry<unknown>)
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
 * Answers a question for as long as the component lives, and again when an event has made the answer old. The question may depend on state; while it
 * is null nothing is asked. Until a new question has its answer, data is undefined, or with keep the answer to the one before.
 */
export function watch<T>(ask: () => Question<T> | null, options: { keep?: boolean } = {}): Watched<T> {
  const question = $derived(ask())
  const entry = $derived(question && entryOf(question))
  let before: T | undefined
  $effect(() => {
    const watched = entry
    if (!watched) return
    if (question) watched.question = question
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

// Several events of one moment, as when a post ends, are asked about once.
function refreshWatched(): void {
  planned ??= setTimeout(() => {
    planned = undefined
    for (const entry of entries.values()) if (entry.watchers > 0) void entry.refresh()
  }, 40)
}

/** Makes the answers about these kinds old. Those on the screen are asked for again. */
export function invalidate(...kinds: Kind[]): void {
  for (const entry of entries.values()) if (kinds.some((kind) => entry.question.kinds.includes(kind))) entry.isOld = true
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
