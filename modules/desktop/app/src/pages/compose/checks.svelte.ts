import { internal, ok } from '../../api/client.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { asFailure, type Failure } from '../../lib/failure.ts'
import { bodyOf } from './content.ts'
import type { Draft } from './draft.svelte.ts'
import type { Preflight } from './findings.ts'

const pause = 400

/** What stands in the way of the post, asked again after each change. */
export class Checks {
  told = $state.raw<Preflight>()
  error = $state.raw<Failure>()
  readonly #draft: Draft
  #timer: ReturnType<typeof setTimeout> | undefined
  #abort: AbortController | undefined

  constructor(draft: Draft) {
    this.#draft = draft
  }

  get problems(): number {
    return this.told?.problems.length ?? 0
  }

  look(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#ask(), this.told ? pause : 0)
  }

  /** Looks now, and ends when it is known. */
  async now(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#ask()
  }

  async #ask(): Promise<void> {
    const { content, post } = this.#draft
    if (!connection.up || !content.accountId) return
    this.#abort?.abort()
    const abort = (this.#abort = new AbortController())
    const when = content.when?.instant
    const body = { ...bodyOf(content), ...(when ? { scheduledFor: when } : {}), ...(post ? { postId: post.id } : {}) }
    try {
      const told = await ok(internal.POST('/posts/preflight', { body, signal: abort.signal }))
      if (abort.signal.aborted) return
      this.told = told
      this.error = undefined
    } catch (thrown) {
      if (abort.signal.aborted) return
      this.error = asFailure(thrown)
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#abort?.abort()
  }
}
