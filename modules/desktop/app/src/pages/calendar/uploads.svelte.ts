// Takes files that were dropped on a day, and makes one draft of them.
import { internal, ok, type MediaFile } from '../../api/client.ts'
import { invalidate } from '../../lib/cache.svelte.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { asFailure, Failure, failureOf } from '../../lib/failure.ts'
import { planning } from '../../lib/planning.svelte.ts'
import { serviceNow, shortDay } from '../../lib/time.ts'
import { toast } from '../../lib/toast.svelte.ts'
import { counted } from '../../lib/words.ts'
import { localOf, pastBecause } from './moves.ts'

/** A carousel has at most as many. */
export const mostFiles = 10
const atOnce = 3

export class Upload {
  readonly file: File
  /** 0 to 1. */
  progress = $state(0)
  state = $state<'waiting' | 'sending' | 'done' | 'failed'>('waiting')
  reason = $state('')
  media: MediaFile | undefined
  abort = new AbortController()

  constructor(file: File) {
    this.file = file
  }
}

/** The files that were dropped together. */
export class Batch {
  readonly date: string
  readonly uploads: readonly Upload[]
  /** How many were more than a carousel takes. */
  readonly leftOut: number
  isOver = $state(false)
  /** Why no draft was made of them. */
  reason = $state('')

  constructor(date: string, files: readonly File[]) {
    this.date = date
    this.uploads = files.slice(0, mostFiles).map((file) => new Upload(file))
    this.leftOut = files.length - this.uploads.length
  }

  /** Whether something went wrong that somebody should read. */
  get hasWords(): boolean {
    return this.reason !== '' || this.leftOut > 0 || this.uploads.some((upload) => upload.state === 'failed')
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(upload: Upload): Promise<MediaFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    upload.abort.signal.addEventListener('abort', () => request.abort())
    request.upload.addEventListener('progress', (event) => event.lengthComputable && (upload.progress = event.loaded / event.total))
    request.addEventListener('load', () => {
      const body = read(request.responseText)
      if (request.status === 201 || request.status === 200) return resolve(body as MediaFile)
      reject(failureOf(new Response(null, { status: request.status, headers: { 'X-Request-Id': request.getResponseHeader('X-Request-Id') ?? '' } }), body))
    })
    request.addEventListener('abort', () => reject(new Failure('it was cancelled')))
    request.addEventListener('error', () => {
      // A file that has gone and a service that has gone look alike here.
      void upload.file.slice(0, 1).arrayBuffer().then(() => {
        connection.lost()
        reject(new Failure('Crier is not running'))
      }, () => reject(new Failure('the file cannot be read any more')))
    })
    const form = new FormData()
    form.append('file', upload.file, upload.file.name)
    request.open('POST', '/api/v1/media/upload')
    request.send(form)
  })
}

export class Uploads {
  batches = $state.raw<readonly Batch[]>([])
  /** For which account drafts are made. */
  account: () => string | undefined = () => undefined
  ondone: (date: string, id: string) => void = () => undefined

  /** Why no files can be dropped on the day; null when they can. */
  refusal(date: string): string | null {
    if (!connection.up) return 'Crier is not running.'
    if (!this.account()) return 'There is no account to plan for.'
    const past = pastBecause({ date, time: planning.time, zone: planning.zone }, serviceNow())
    return past && past.endsWith('today has passed.') ? null : past
  }

  async add(date: string, files: readonly File[]): Promise<void> {
    const refused = this.refusal(date)
    if (refused) return void toast(`Nothing was uploaded. ${refused}`)
    if (files.length === 0) return
    const batch = new Batch(date, files)
    this.batches = [...this.batches, batch]
    const waiting = [...batch.uploads]
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await this.#one(next)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await this.#plan(batch)
    batch.isOver = true
    if (!batch.hasWords) this.dismiss(batch)
  }

  /** Tries a file of a batch again, and makes a draft of it. */
  retry(batch: Batch, upload: Upload): void {
    void this.add(batch.date, [upload.file])
    this.dismiss(batch)
  }

  dismiss(batch: Batch): void {
    this.batches = this.batches.filter((b) => b !== batch)
  }

  async #one(upload: Upload): Promise<void> {
    if (upload.abort.signal.aborted) return
    upload.state = 'sending'
    try {
      upload.media = await send(upload)
      if (upload.media.isValid) {
        upload.progress = 1
        upload.state = 'done'
        return
      }
      const told = read(upload.media.validationErrors ?? '')
      throw new Failure(Array.isArray(told) && told.length > 0 ? told.join(' ') : 'it cannot be published')
    } catch (thrown) {
      upload.state = 'failed'
      upload.reason = asFailure(thrown).sentence
    }
  }

  async #plan(batch: Batch): Promise<void> {
    const good = batch.uploads.flatMap((upload) => (upload.state === 'done' && upload.media ? [upload.media] : []))
    const account = this.account()
    if (good.length === 0 || !account) return
    const only = good.length === 1 ? good[0] : undefined
    const mediaType = !only ? 'CAROUSEL' : only.mimeType.startsWith('video/') ? 'REELS' : 'IMAGE'
    const { time, zone } = planning
    try {
      const told = await ok(internal.GET('/schedule/local-time', { params: { query: { local: localOf({ date: batch.date, time, zone }), timezone: zone } } }))
      const draft = await ok(internal.POST('/posts/drafts', {
        body: {
          accountId: account, mediaType, plannedFor: told.suggested, timezone: zone,
          ...(only ? { mediaFileId: only.id } : { mediaFileIds: good.map((file) => file.id) }),
        },
      }))
      invalidate('post', 'media')
      const what = only ? 'A draft' : `A draft of ${counted(good.length, 'picture')}`
      toast(`${what} is planned for ${shortDay(batch.date)}, ${told.suggestedLocal.slice(11, 16)}.`)
      this.ondone(batch.date, draft.id)
    } catch (thrown) {
      batch.reason = asFailure(thrown).sentence
    }
  }
}
