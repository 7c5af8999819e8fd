import { announce } from '../../lib/announce.svelte.ts'
import { asFailure, type Failure } from '../../lib/failure.ts'
import { mode } from '../../lib/mode.ts'
import type { Checks } from './checks.svelte.ts'
import type { Draft } from './draft.svelte.ts'

/** Publishing or scheduling the post, once. */
export class Sending {
  isBusy = $state(false)
  isAsking = $state(false)
  error = $state.raw<Failure>()
  readonly #draft: Draft
  readonly #checks: Checks
  readonly #sent: (id: string) => void
  #isAgreed = mode === 'sandbox'

  constructor(draft: Draft, checks: Checks, sent: (id: string) => void) {
    this.#draft = draft
    this.#checks = checks
    this.#sent = sent
  }

  /** What the button says. */
  get words(): string {
    const place = mode === 'sandbox' ? 'in sandbox' : 'live'
    if (this.#draft.status === 'SCHEDULED') return 'Done'
    return `${this.#draft.content.when ? 'Schedule' : 'Publish'} ${place}`
  }

  /** Publishes, schedules, or of a scheduled post saves. Live it asks first, once for each post. */
  async press(): Promise<void> {
    if (this.isBusy || this.isAsking) return
    if (this.#draft.status === 'SCHEDULED') {
      await this.#draft.save()
      if (this.#draft.state === 'saved') this.#sent(this.#draft.id)
      return
    }
    this.isBusy = true
    this.error = undefined
    await this.#checks.now()
    this.isBusy = false
    if (this.#checks.problems > 0) {
      announce(`${this.#checks.problems} to fix first`)
      document.getElementById('before')?.scrollIntoView({ block: 'nearest' })
      return
    }
    if (this.#isAgreed) await this.#send()
    else this.isAsking = true
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
