import type { MediaFile } from '../../api/client.ts'
import { asFailure, type Failure } from '../../lib/failure.ts'
import { keepEdits, type Edits } from '../../lib/edits.ts'

interface Kept {
  wanted: Edits
  isBusy: boolean
  error?: Failure
}

/** Has the service keep the edits of pictures, of each picture one request at a time: what is wanted last is what it has in the end. */
export class Keeping {
  #of = $state.raw<Readonly<Record<string, Kept>>>({})
  #now = $state.raw<Readonly<Record<string, Edits>>>({})
  readonly #done: (file: MediaFile) => void
  readonly #running = new Map<string, Promise<void>>()

  constructor(done: (file: MediaFile) => void) {
    this.#done = done
  }

  /** What is being kept of a file, or was not. */
  of(id: string | undefined): Kept | undefined {
    return this.#of[id ?? '']
  }

  /** The edits that a file has or is getting, where that is known here better than by the last check. */
  latest(id: string): Edits | undefined {
    const kept = this.of(id)
    return kept?.isBusy ? kept.wanted : this.#now[id]
  }

  /** Takes notice that a check has seen what was kept. */
  seen(): void {
    this.#now = {}
  }

  get isBusy(): boolean {
    return Object.values(this.#of).some((kept) => kept.isBusy)
  }

  /** The files whose edits were not kept, each with why. */
  get failed(): [string, Failure][] {
    return Object.entries(this.#of).flatMap(([id, { error }]) => (error ? [[id, error] as [string, Failure]] : []))
  }

  keep(id: string, wanted: Edits): Promise<void> {
    this.#set(id, { wanted, isBusy: true })
    const running = this.#running.get(id) ?? this.#run(id)
    this.#running.set(id, running)
    return running
  }

  retry(id: string): void {
    const kept = this.of(id)
    if (kept?.error) void this.keep(id, kept.wanted)
  }

  retryLost(): void {
    for (const [id, error] of this.failed) if (error.isLost) this.retry(id)
  }

  /** Forgets what was not kept, as the picture stays as it was. */
  forget(id: string): void {
    this.#set(id, undefined)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  #set(id: string, kept: Kept | undefined): void {
    const { [id]: _, ...rest } = this.#of
    this.#of = kept ? { ...rest, [id]: kept } : rest
  }

  async #run(id: string): Promise<void> {
    for (;;) {
      const wanted = this.of(id)?.wanted
      if (!wanted) break
      let error: Failure | undefined
      try {
        const file = await keepEdits(id, wanted)
        this.#now = { ...this.#now, [id]: wanted }
        if (this.of(id)?.wanted === wanted) this.#set(id, undefined)
        this.#done(file)
      } catch (thrown) {
        error = asFailure(thrown)
      }
      // What is wanted since goes on top of it.
      if (!error || this.of(id)?.wanted !== wanted) continue
      this.#set(id, { wanted, isBusy: false, error })
      break
    }
    this.#running.delete(id)
  }
}
