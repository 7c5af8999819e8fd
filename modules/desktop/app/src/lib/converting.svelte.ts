import { internal, ok, type InternalSchemas, type MediaFile } from '../api/client.ts'
import { connection } from './connection.svelte.ts'
import { asFailure } from './failure.ts'

const askEvery = 1_000

type Conversion = InternalSchemas['Conversion']

/** Follows the conversion of a file to its end. */
export class Converting {
  /** How far it is; null when there is none. */
  state = $state<Conversion['state'] | null>(null)
  error = $state('')
  readonly id: string
  readonly #done: (file: MediaFile) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOver = false

  /** done is called with the file as it is afterwards. */
  constructor(id: string, done: (file: MediaFile) => void) {
    this.id = id
    this.#done = done
  }

  /** Asks for a conversion, and follows it. */
  async begin(purpose: Conversion['purpose']): Promise<void> {
    this.error = ''
    await ok(internal.POST('/media/{id}/conversion', { params: { path: { id: this.id } }, body: { purpose } }))
    this.state = 'WAITING'
    await this.follow()
  }

  /** Looks how far the conversion is, until it has ended. */
  async follow(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      const { conversion, mediaFile } = await ok(internal.GET('/media/{id}/edits', { params: { path: { id: this.id } } }))
      if (this.#isOver) return
      const was = this.state
      this.state = conversion?.state ?? null
      if (conversion?.state === 'FAILED') this.error = conversion.error ?? 'It could not be converted.'
      else if (!conversion && was) this.#done(mediaFile)
    } catch (thrown) {
      // Without the service it is asked again: the conversion goes on when that is back.
      if (connection.up) this.error = asFailure(thrown).sentence
    }
    if (!this.#isOver && !this.error && this.state) this.#timer = setTimeout(() => void this.follow(), askEvery)
  }

  stop(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }
}
