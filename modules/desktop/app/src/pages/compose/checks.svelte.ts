import { internal, ok } from '../../api/client.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { asFailure, type Failure } from '../../lib/failure.ts'
import { bodyOf } from './content.ts'
import type { Draft } from './draft.svelte.ts'
import { misnamed, type Preflight } from './findings.ts'
import type { Strip } from './strip.svelte.ts'

const pause = 400

/** What stands in the way of the post, asked again after each change. */
export class Checks {
  #answer = $state.raw<Preflight>()
  error = $state.raw<Failure>()
  readonly #draft: Draft
  readonly #strip: Strip
  #timer: ReturnType<typeof setTimeout> | undefined
  #abort: AbortController | undefined

  constructor(draft: Draft, strip: Strip) {
    this.#draft = draft
    this.#strip = strip
  }

  /** What the service found and what the names lack. A file that is on its way is not missing. */
  get told(): Preflight | undefined {
    const answer = this.#answer
    const comes = this.#strip.uploads.isBusy
    return answer && { ...answer, problems: [...answer.problems.filter(({ fixes }) => !comes || fixes[0]?.action !== 'upload'), ...misnamed(this.#draft.content)] }
  }

  get problems(): number {
    return this.told?.problems.length ?? 0
  }

  look(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#ask(), this.#answer ? pause : 0)
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
      this.#answer = told
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
