import type { MediaFile } from '../api/client.ts'
import { warnBeforeUnload } from './beforeunload.ts'
import { asFailure, type Failure } from './failure.ts'
import { uploadFile } from './upload.ts'

const atOnce = 3

/** A file on its way to the service. */
export class Upload {
  readonly key: string
  readonly file: File
  readonly picture: string | null
  state = $state<'waiting' | 'sending' | 'reading' | 'failed'>('waiting')
  loaded = $state(0)
  error = $state.raw<Failure>()
  abort: AbortController | undefined

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

/** Sends files to the library, a few at once, each of which can be cancelled and tried again. The composer and the library have one each; it ends with its page. What is dropped on a day of the calendar is DayDrops' job. */
export class UploadQueue {
  list = $state.raw<readonly Upload[]>([])
  /** Told of each that failed. */
  onfail: (upload: Upload) => void = () => undefined
  readonly #done: (upload: Upload, file: MediaFile) => void
  // Nothing else would have the files.
  readonly #free = warnBeforeUnload(() => this.owed > 0)

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
    upload.abort?.abort()
    this.list = this.list.filter((other) => other !== upload)
    upload.release()
    this.#next()
  }

  stop(): void {
    this.#free()
    for (const upload of this.list) {
      upload.abort?.abort()
      upload.release()
    }
  }

  #next(): void {
    const sending = this.list.filter((upload) => upload.state === 'sending' || upload.state === 'reading').length
    for (const upload of this.list.filter((waiting) => waiting.state === 'waiting').slice(0, Math.max(0, atOnce - sending))) void this.#send(upload)
  }

  async #send(upload: Upload): Promise<void> {
    const { signal } = (upload.abort = new AbortController())
    upload.state = 'sending'
    try {
      const file = await uploadFile(upload.file, signal, (bytes) => {
        upload.loaded = bytes
        if (bytes === upload.file.size) upload.state = 'reading'
      })
      this.list = this.list.filter((other) => other !== upload)
      this.#done(upload, file)
      upload.release()
    } catch (thrown) {
      if (signal.aborted) return
      this.#fail(upload, asFailure(thrown))
      // The others wait until the service is back.
      if (upload.error?.isLost) return
    }
    this.#next()
  }

  #fail(upload: Upload, failure: Failure): void {
    upload.state = 'failed'
    upload.error = failure
    this.onfail(upload)
  }
}
