import { internal, ok, send, type MediaFile } from '../../api/client.ts'
import { asFailure, failureOf, type Failure } from '../../lib/failure.ts'
import { sameEdits, type Edits } from './crop.ts'

const pause = 200

/** The edits of one picture while somebody tries them: what they would make is drawn by the service, and nothing is kept before apply. */
export class Editing {
  readonly file: MediaFile
  edits = $state.raw<Edits>({})
  /** The picture that the edits would make; null while they are those that it has. */
  picture = $state<string | null>(null)
  /** The picture as it was uploaded, for choosing a focus. */
  original = $state<string | null>(null)
  isBusy = $state(false)
  isLoaded = $state(false)
  error = $state.raw<Failure>()
  #before: Edits = {}
  #timer: ReturnType<typeof setTimeout> | undefined
  #abort: AbortController | undefined

  constructor(file: MediaFile) {
    this.file = file
  }

  get isChanged(): boolean {
    return this.isLoaded && !sameEdits(this.edits, this.#before)
  }

  get isEdited(): boolean {
    return Object.keys(this.#before).length > 0
  }

  get before(): Edits {
    return this.#before
  }

  async load(): Promise<void> {
    try {
      const said = await ok(internal.GET('/media/{id}/edits', { params: { path: { id: this.file.id } } }))
      this.#before = said.edits ?? {}
      if (!this.isLoaded) this.edits = this.#before
      this.isLoaded = true
    } catch (thrown) {
      this.error = asFailure(thrown)
    }
  }

  try(edits: Edits): void {
    this.edits = edits
    this.isLoaded = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#draw(), pause)
  }

  async #draw(): Promise<void> {
    this.#abort?.abort()
    const abort = (this.#abort = new AbortController())
    if (!this.isChanged) {
      this.#show(null)
      this.isBusy = false
      return
    }
    this.isBusy = true
    try {
      const blob = await this.#preview(this.edits, abort.signal)
      this.#show(URL.createObjectURL(blob))
      this.error = undefined
    } catch (thrown) {
      if (abort.signal.aborted) return
      this.error = asFailure(thrown)
    }
    this.isBusy = false
  }

  async #preview(edits: Edits, signal?: AbortSignal): Promise<Blob> {
    const response = await send(`/api/media/${this.file.id}/edits/preview`, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(edits), ...(signal ? { signal } : {}),
    })
    if (!response.ok) throw failureOf(response, await response.json().catch(() => null))
    return response.blob()
  }

  /** Fetches the picture without its edits. */
  async showOriginal(): Promise<void> {
    if (this.original) return
    try {
      this.original = URL.createObjectURL(await this.#preview({}))
    } catch (thrown) {
      this.error = asFailure(thrown)
    }
  }

  /** Has the edits kept, and returns the file as it is published from now on. */
  async apply(): Promise<MediaFile | null> {
    this.isBusy = true
    this.error = undefined
    try {
      return await keepEdits(this.file.id, this.edits)
    } catch (thrown) {
      this.error = asFailure(thrown)
      return null
    } finally {
      this.isBusy = false
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#abort?.abort()
    this.#show(null)
    if (this.original) URL.revokeObjectURL(this.original)
  }

  #show(picture: string | null): void {
    if (this.picture) URL.revokeObjectURL(this.picture)
    this.picture = picture
  }
}

/** Has the edits of a file kept: none for an empty one. */
export async function keepEdits(id: string, edits: Edits): Promise<MediaFile> {
  const params = { path: { id } }
  const said = Object.keys(edits).length === 0 ? await ok(internal.DELETE('/media/{id}/edits', { params })) : await ok(internal.PUT('/media/{id}/edits', { params, body: edits }))
  return said.mediaFile
}
