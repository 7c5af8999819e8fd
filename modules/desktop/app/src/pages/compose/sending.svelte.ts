import { announce } from '../../lib/announce.svelte.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { asFailure, Failure } from '../../lib/failure.ts'
import { mode } from '../../lib/mode.ts'
import type { Checks } from './checks.svelte.ts'
import { noAnswer, type Draft } from './draft.svelte.ts'
import { lacksFile } from './findings.ts'
import { Plan } from './plan.svelte.ts'
import type { Strip } from './strip.svelte.ts'

/** Publishing or scheduling the post, once. */
export class Sending {
  isBusy = $state(false)
  isAsking = $state(false)
  /** Whether nobody knows if the post went out, for the answer was lost. */
  isUnknown = $state(false)
  error = $state.raw<Failure>()
  readonly plan: Plan
  readonly #draft: Draft
  readonly #strip: Strip
  readonly #checks: Checks
  readonly #sent: (id: string) => void
  // The id of the post that goes out live by a yes.
  #agreed = ''
  #isStopped = false

  constructor(draft: Draft, strip: Strip, checks: Checks, sent: (id: string) => void) {
    this.plan = new Plan(draft)
    this.#draft = draft
    this.#strip = strip
    this.#checks = checks
    this.#sent = sent
  }

  /** What the button says. */
  get words(): string {
    const place = mode === 'sandbox' ? 'in sandbox' : 'live'
    if (this.#draft.status === 'SCHEDULED') return 'Done'
    return `${this.#draft.content.when ? 'Schedule' : 'Publish'} ${place}`
  }

  /** How much there is to fix. A file that was not taken would be missing from the post, without a word. */
  get problems(): number {
    return this.#checks.problems + this.#strip.uploads.failed.length
  }

  /** Whether the post only lacks a file. */
  get isBare(): boolean {
    return lacksFile(this.#checks.told, this.#strip.entries.length)
  }

  /** What stands in the way of sending the post, by the button or by the key; empty when nothing does. */
  get blocked(): string {
    if (this.#strip.uploads.isBusy) return 'Files are on their way'
    if (this.plan.isUnclear) return 'Set the time first'
    if (this.isBare) return `Add a ${this.#draft.content.kind === 'REELS' ? 'video' : 'picture'} first`
    const { problems } = this
    return problems > 0 ? `Fix ${problems} ${problems === 1 ? 'thing' : 'things'} first` : ''
  }

  /** Publishes, schedules, or of a scheduled post saves, unless something stands in the way. Live it asks first, once for each post. */
  async press(): Promise<void> {
    if (this.isBusy || this.isAsking || !connection.up) return
    if (this.isUnknown) return this.look()
    this.isBusy = true
    this.error = undefined
    await this.plan.settled()
    await this.#checks.now()
    this.isBusy = false
    if (this.#isStopping()) return
    if (this.#draft.status === 'SCHEDULED') await this.#finish()
    else if (mode === 'sandbox' || this.#agreed === this.#draft.id) await this.#send()
    else this.isAsking = true
  }

  // Says what stands in the way, if anything does.
  #isStopping(): boolean {
    if (!this.blocked) return false
    announce(this.blocked)
    document.getElementById('before')?.scrollIntoView({ block: 'nearest' })
    return true
  }

  async #finish(): Promise<void> {
    const draft = this.#draft
    this.isBusy = true
    // What is written while it is saved is saved too.
    do await draft.save()
    while (draft.state === 'waiting' && !draft.error && connection.up)
    this.isBusy = false
    this.#end(draft.id)
  }

  async agree(): Promise<void> {
    this.isAsking = false
    // Files may have been pasted since the question was put.
    if (this.#isStopping()) return
    this.#agreed = this.#draft.id
    await this.#send()
  }

  refuse(): void {
    this.isAsking = false
  }

  async #send(): Promise<void> {
    this.isBusy = true
    try {
      this.#end(await this.#draft.send())
    } catch (thrown) {
      const failure = asFailure(thrown)
      if (failure.code === noAnswer) this.isUnknown = true
      else this.error = failure
    }
    this.isBusy = false
    await this.look()
  }

  /** Finds out what became of a post whose answer was lost, if Crier answers now. */
  async look(): Promise<void> {
    if (!this.isUnknown || this.isBusy || !connection.up) return
    this.isBusy = true
    const now = await this.#draft.read()
    this.isBusy = false
    if (!now) return
    this.isUnknown = false
    if (now.status === 'DRAFT') this.error = new Failure('it did not reach Crier, and the post is a draft as before', { status: -1 })
    else this.#end(now.id)
  }

  // One stays with what is not saved.
  #end(id: string): void {
    if (!this.#isStopped && this.#draft.state === 'saved' && !this.#draft.held) this.#sent(id)
  }

  /** Ends the following of what is sent, as the composer is left for another page. */
  stop(): void {
    this.#isStopped = true
  }
}
