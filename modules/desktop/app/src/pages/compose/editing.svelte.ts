import { internal, ok, send, type MediaFile } from '../../api/client.ts'
import type { Edits } from '../../lib/edits.ts'
import { asFailure, failureOf, type Failure } from '../../lib/failure.ts'
import { sameEdits, type Size } from './crop.ts'

const pause = 250

/** The edits of one picture while somebody works on them. What they would make is drawn by the service. */
export class Editing {
  readonly file: MediaFile
  edits = $state.raw<Edits>({})
  /** The picture that the edits would make, where they are not kept at once. */
  picture = $state<string | null>(null)
  /** The whole picture as it is turned, on which a frame is laid, and its size. */
  base = $state<string | null>(null)
  size = $state.raw<Size>()
  isBusy = $state(false)
  isLoaded = $state(false)
  error = $state.raw<Failure>()
  before: Edits = {}
  // Undefined draws a preview and keeps nothing.
  readonly #keep: ((edits: Edits) => void) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOwed = false
  #abort: AbortController | undefined

  constructor(file: MediaFile, keep?: (edits: Edits) => void) {
    this.file = file
    this.#keep = keep
  }

  get isChanged(): boolean {
    return this.isLoaded && !sameEdits(this.edits, this.before)
  }

  async load(): Promise<void> {
    this.error = undefined
    try {
      const said = await ok(internal.GET('/media/{id}/edits', { params: { path: { id: this.file.id } } }))
      if (this.isLoaded) return
      this.before = said.edits ?? {}
      this.edits = this.before
      this.isLoaded = true
    } catch (thrown) {
      this.error = asFailure(thrown)
    }
  }

  /** Takes what was changed elsewhere, as by an undo, unless something is being tried. */
  adopt(edits: Edits): void {
    if (!this.#isOwed && this.isLoaded) this.edits = edits
  }

  try(edits: Edits): void {
    this.edits = edits
    this.#isOwed = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.flush(), pause)
  }

  /** Does now what is waited with while somebody goes on. */
  flush(): void {
    clearTimeout(this.#timer)
    if (!this.#isOwed) return
    this.#isOwed = false
    if (this.#keep) this.#keep(this.edits)
    else void this.#draw()
  }

  async #draw(): Promise<void> {
    this.#abort?.abort()
    const abort = (this.#abort = new AbortController())
    this.isBusy = true
    try {
      this.#show(this.isChanged ? await this.#preview(this.edits, abort.signal) : null)
      this.error = undefined
    } catch (thrown) {
      if (abort.signal.aborted) return
      this.error = asFailure(thrown)
    }
    this.isBusy = false
  }

  async #preview(edits: Edits, signal?: AbortSignal): Promise<string> {
    const response = await send(`/api/media/${this.file.id}/edits/preview`, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(edits), ...(signal ? { signal } : {}),
    })
    if (!response.ok) throw failureOf(response, await response.json().catch(() => null))
    return URL.createObjectURL(await response.blob())
  }

  /** Fetches the whole picture, as it is turned. */
  async showBase(): Promise<void> {
    if (!this.isLoaded) await this.load()
    const { rotate, flipHorizontal, flipVertical } = this.edits
    const turn = { ...(rotate ? { rotate } : {}), ...(flipHorizontal ? { flipHorizontal } : {}), ...(flipVertical ? { flipVertical } : {}) }
    try {
      const base = await this.#preview(turn)
      const image = new Image()
      image.src = base
      await image.decode()
      this.#free(this.base)
      this.size = { width: image.naturalWidth, height: image.naturalHeight }
      this.base = base
    } catch (thrown) {
      this.error = asFailure(thrown)
    }
  }

  stop(): void {
    if (this.#keep) this.flush()
    clearTimeout(this.#timer)
    this.#abort?.abort()
    this.#show(null)
    this.#free(this.base)
  }

  #show(picture: string | null): void {
    this.#free(this.picture)
    this.picture = picture
  }

  #free(picture: string | null): void {
    if (picture) URL.revokeObjectURL(picture)
  }
}
