import { announce } from '../../lib/announce.svelte.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { asFailure, type Failure } from '../../lib/failure.ts'
import { mode } from '../../lib/mode.ts'
import type { Checks } from './checks.svelte.ts'
import type { Draft } from './draft.svelte.ts'
import { Plan } from './plan.svelte.ts'
import type { Strip } from './strip.svelte.ts'

/** Publishing or scheduling the post, once. */
export class Sending {
  isBusy = $state(false)
  isAsking = $state(false)
  error = $state.raw<Failure>()
  readonly plan: Plan
  readonly #draft: Draft
  readonly #strip: Strip
  readonly #checks: Checks
  readonly #sent: (id: string) => void
  #isAgreed = mode === 'sandbox'

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

  /** What stands in the way of sending the post, by the button or by the key; empty when nothing does. */
  get blocked(): string {
    if (this.#strip.uploads.isBusy) return 'Files are on their way'
    if (this.plan.isUnclear) return 'The time is not clear'
    const { problems } = this.#checks
    return problems > 0 ? `Fix ${problems} ${problems === 1 ? 'thing' : 'things'} first` : ''
  }

  /** Publishes, schedules, or of a scheduled post saves, unless something stands in the way. Live it asks first, once for each post. */
  async press(): Promise<void> {
    if (this.isBusy || this.isAsking || !connection.up) return
    this.isBusy = true
    this.error = undefined
    await this.plan.settled()
    await this.#checks.now()
    this.isBusy = false
    if (this.blocked) {
      announce(this.blocked)
      document.getElementById('before')?.scrollIntoView({ block: 'nearest' })
    } else if (this.#draft.status === 'SCHEDULED') await this.#finish()
    else if (this.#isAgreed) await this.#send()
    else this.isAsking = true
  }

  async #finish(): Promise<void> {
    await this.#draft.save()
    if (this.#draft.state === 'saved' && !this.#draft.held) this.#sent(this.#draft.id)
  }

  async agree(): Promise<void> {
    this.isAsking = false
    this.#isAgreed = true
    await this.#send()
  }

  refuse(): void {
    this.isAsking = false
  }

  async #send(): Promise<void> {
    this.isBusy = true
    try {
      const id = await this.#draft.send()
      this.#sent(id)
    } catch (thrown) {
      this.error = asFailure(thrown)
    }
    this.isBusy = false
  }
}
