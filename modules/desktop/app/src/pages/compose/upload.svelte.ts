import type { MediaFile } from '../../api/client.ts'
import { askBeforeClosing } from '../../lib/closing.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { Failure, failureOf } from '../../lib/failure.ts'
import { session } from '../../lib/session.ts'

const atOnce = 3

/** A file on its way to the service. */
export class Upload {
  readonly key: string
  readonly file: File
  readonly picture: string | null
  state = $state<'waiting' | 'sending' | 'reading' | 'failed'>('waiting')
  loaded = $state(0)
  error = $state.raw<Failure>()
  xhr: XMLHttpRequest | undefined

  constructor(key: string, file: File) {
    this.key = key
    this.file = file
    // The picture is shown from the browser's own memory meanwhile; what is none shows an icon.
    this.picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
  }

  get percent(): number {
    return this.file.size ? Math.min(100, Math.round((this.loaded / this.file.size) * 100)) : 0
  }

  /** Whether another try can help: what the service refuses, or the browser cannot read, stays as it is. */
  get canRetry(): boolean {
    return ![-1, 400].includes(this.error?.status ?? 0)
  }

  release(): void {
    if (this.picture) URL.revokeObjectURL(this.picture)
  }
}

/** Sends files, a few at once, each of which can be cancelled and tried again. */
export class Uploads {
  list = $state.raw<readonly Upload[]>([])
  /** Told of each that failed. */
  onfail: (upload: Upload) => void = () => undefined
  readonly #done: (upload: Upload, file: MediaFile) => void
  // Nothing else would have the files.
  readonly #free = askBeforeClosing(() => this.owed > 0)

  constructor(done: (upload: Upload, file: MediaFile) => void) {
    this.#done = done
  }

  get isBusy(): boolean {
    return this.failed.length < this.list.length
  }

  get failed(): readonly Upload[] {
    return this.list.filter((upload) => upload.state === 'failed')
  }

  /** How many are on their way, or will be once the service is back. */
  get owed(): number {
    return this.list.filter((upload) => upload.state !== 'failed' || upload.error?.isLost).length
  }

  add(uploads: readonly Upload[]): void {
    this.list = [...this.list, ...uploads]
    this.#next()
  }

  retry(upload: Upload): void {
    upload.state = 'waiting'
    upload.error = undefined
    upload.loaded = 0
    this.#next()
  }

  /** Sends those again that the service was away for. */
  retryLost(): void {
    for (const upload of this.list) if (upload.error?.isLost) this.retry(upload)
  }

  remove(upload: Upload): void {
    upload.xhr?.abort()
    this.list = this.list.filter((other) => other !== upload)
    upload.release()
    this.#next()
  }

  stop(): void {
    this.#free()
    for (const upload of this.list) {
      upload.xhr?.abort()
      upload.release()
    }
  }

  #next(): void {
    const sending = this.list.filter((upload) => upload.state === 'sending' || upload.state === 'reading').length
    for (const upload of this.list.filter((waiting) => waiting.state === 'waiting').slice(0, Math.max(0, atOnce - sending))) this.#send(upload)
  }

  // fetch tells no progress of what it sends.
  #send(upload: Upload): void {
    const xhr = (upload.xhr = new XMLHttpRequest())
    upload.state = 'sending'
    xhr.open('POST', '/api/v1/media/upload')
    xhr.upload.addEventListener('progress', (event) => (upload.loaded = Math.min(event.loaded, upload.file.size)))
    xhr.upload.addEventListener('load', () => (upload.state = 'reading'))
    xhr.addEventListener('load', () => void this.#answered(upload, xhr))
    xhr.addEventListener('error', () => void this.#broken(upload))
    const form = new FormData()
    form.append('file', upload.file, upload.file.name)
    xhr.send(form)
  }

  async #answered(upload: Upload, xhr: XMLHttpRequest): Promise<void> {
    let body: unknown
    try {
      body = JSON.parse(xhr.responseText)
    } catch {
      body = null
    }
    if (xhr.status === 201 || xhr.status === 200) {
      this.list = this.list.filter((other) => other !== upload)
      this.#done(upload, body as MediaFile)
      upload.release()
    } else {
      this.#fail(upload, failureOf(new Response(null, { status: xhr.status || 500, headers: { 'X-Request-Id': xhr.getResponseHeader('X-Request-Id') ?? '' } }), body))
      if (xhr.status === 401) await session.check()
    }
    this.#next()
  }

  // No answer is either the service's fault or the file's, which can be gone by now.
  async #broken(upload: Upload): Promise<void> {
    try {
      await upload.file.slice(0, 1).arrayBuffer()
    } catch {
      this.#fail(upload, new Failure('the file cannot be read any more; it may have been moved, renamed or deleted', { status: -1 }))
      this.#next()
      return
    }
    connection.lost()
    this.#fail(upload, new Failure('it was not sent, for Crier is not running'))
  }

  #fail(upload: Upload, failure: Failure): void {
    upload.state = 'failed'
    upload.error = failure
    this.onfail(upload)
  }
}
