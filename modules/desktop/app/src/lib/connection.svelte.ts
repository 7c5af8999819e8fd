import { build, buildIn } from './build.ts'
import { mode, modeIn, type Mode } from './mode.ts'
import { setServiceTime } from './time.ts'

const pauses = [1_000, 2_000, 5_000]
const startPause = 200
const startPatience = 60_000

/** Whether the service answers. While it does not, what was read stays on the screen and nothing can be written. */
class Connection {
  up = $state(true)
  /** When the service last answered. */
  lastAnswer = $state(Date.now())
  /** How often it came back: what could not be loaded then can be now. */
  returns = $state(0)
  /** When the next attempt is made. */
  nextAttempt = $state(0)
  /** Whether this tab is the one that holds the stream of events. */
  leads = $state(false)
  /** Whether the service is another build than this page. */
  isUpdated = $state(false)
  /** Whether the service is in another mode than this page. */
  isOtherMode = $state(false)

  #attempts = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #returned = new Set<() => void>()

  /** Has f run each time that the service is back. */
  onReturn(f: () => void): () => void {
    this.#returned.add(f)
    return () => this.#returned.delete(f)
  }

  /** Takes notice of an answer, whatever it says. */
  answered(response: Response): void {
    setServiceTime(response.headers.get('Date'), Date.now())
    this.lastAnswer = Date.now()
    if (!this.up) void this.tryNow()
  }

  /** Takes notice that there was no answer. */
  lost(): void {
    if (!this.up) return
    this.up = false
    this.#attempts = 0
    this.#plan()
  }

  #plan(): void {
    const pause = pauses[Math.min(this.#attempts, pauses.length - 1)] ?? 5_000
    this.#attempts++
    this.nextAttempt = Date.now() + pause
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.tryNow(), pause)
  }

  async #page(): Promise<string> {
    const response = await fetch('/app/', { cache: 'no-cache', signal: AbortSignal.timeout(4_000) })
    return response.text()
  }

  /** Waits until the service, which starts again, serves pages in the mode. Reports false when it does not come. */
  async comesIn(wanted: Mode): Promise<boolean> {
    for (const end = Date.now() + startPatience; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, startPause))) {
      if ((await this.#page().then(modeIn, () => undefined)) === wanted) return true
    }
    return false
  }

  /** Asks the service whether it is there, which build it is, and in which mode. */
  async tryNow(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      const page = await this.#page()
      const theirs = buildIn(page)
      this.isUpdated ||= build !== null && theirs !== null && theirs !== build
      this.isOtherMode = (modeIn(page) ?? mode) !== mode
    } catch {
      this.up = false
      this.#plan()
      return
    }
    this.lastAnswer = Date.now()
    if (this.up) return
    this.up = true
    this.returns++
    for (const f of this.#returned) f()
  }
}

export const connection = new Connection()
