import { internal, ok } from '../../api/client.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { asFailure } from '../../lib/failure.ts'
import { offsetIn, planning } from '../../lib/planning.svelte.ts'
import { clock } from '../../lib/time.ts'
import type { When } from './content.ts'
import type { Draft } from './draft.svelte.ts'
import { questionOf, type Answer } from './when.ts'

type Wall = Pick<When, 'day' | 'time' | 'zone'>

/** For when a post is planned: finds out which instant the time is, and what has to be asked about it. */
export class Plan {
  question = $state.raw<ReturnType<typeof questionOf>>(null)
  trouble = $state('')
  readonly #draft: Draft
  #asking: Promise<void> | undefined
  #asked = 0

  constructor(draft: Draft) {
    this.#draft = draft
  }

  /** Whether somebody has to do something before the time means an instant. */
  get isUnclear(): boolean {
    return this.question !== null || this.trouble !== ''
  }

  /** Ends when the service has said which instant the time is, or that it is not clear. */
  async settled(): Promise<void> {
    await this.#asking
  }

  /** Finds out the instant of a time that was not chosen here, as by an address with a date. Nothing is asked about a time that has one. */
  follow(when: When | null): void {
    if (when?.instant !== null) this.#forget()
    else if (!this.isUnclear && !this.#asking) this.#ask(when)
  }

  set(wall: Wall): void {
    this.#draft.content.zone = wall.zone
    this.#draft.content.when = { ...wall, instant: null }
    this.#ask(wall)
  }

  /** Asks again what there was no answer to. */
  again(): void {
    const { when } = this.#draft.content
    if (when && this.trouble) this.#ask(when)
  }

  answer(choice: Answer): void {
    const { when } = this.#draft.content
    if (when) this.#draft.content.when = { ...when, time: choice.time, instant: choice.instant }
  }

  clear(): void {
    this.#draft.content.when = null
  }

  #forget(): void {
    this.#asked++
    this.#asking = undefined
    this.question = null
    this.trouble = ''
  }

  #ask({ day, time, zone }: Wall): void {
    this.#forget()
    const mine = this.#asked
    this.#asking = this.#find({ day, time, zone }, () => mine === this.#asked)
  }

  async #find(wall: Wall, isWanted: () => boolean): Promise<void> {
    try {
      const said = await ok(internal.GET('/schedule/local-time', { params: { query: { local: `${wall.day}T${wall.time}`, timezone: wall.zone } } }))
      if (!isWanted()) return
      this.question = questionOf(said, (instant) => clock(instant, wall.zone), (instant) => offsetIn(instant, wall.zone))
      if (!this.question) this.#draft.found({ ...wall, instant: said.suggested })
      planning.time = wall.time
    } catch (thrown) {
      if (!isWanted()) return
      this.trouble = connection.up ? asFailure(thrown).sentence : 'Which instant that is, Crier says once it runs.'
    }
    this.#asking = undefined
  }
}
