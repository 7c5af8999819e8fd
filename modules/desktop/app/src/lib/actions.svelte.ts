import { invalidate } from './cache.svelte.ts'
import { connection } from './connection.svelte.ts'
import { asFailure, type Failure } from './failure.ts'

/** The actions of a page, of which one runs at a time, and only while Crier runs. Knows which one runs, and why the last one failed. */
export class Actions {
  busy = $state<string | null>(null)
  error = $state<{ failure: Failure; title: string; name: string }>()
  readonly #kinds: Parameters<typeof invalidate>
  readonly #failed: () => void

  /** An action makes the data of the kinds old. failed is called when one fails. */
  constructor(kinds: Parameters<typeof invalidate>, failed: () => void = () => undefined) {
    this.#kinds = kinds
    this.#failed = failed
  }

  /** Runs act. The name says which it is, the title what has not happened when it fails. */
  async run(name: string, title: string, act: () => Promise<unknown>): Promise<void> {
    if (this.busy || !connection.up) return
    this.busy = name
    this.error = undefined
    try {
      await act()
      invalidate(...this.#kinds)
    } catch (thrown) {
      this.error = { failure: asFailure(thrown), title, name }
      this.#failed()
    }
    this.busy = null
  }
}
