// Takes files that were dropped on a day, and makes one draft of them.
import { internal, ok, type InternalSchemas, type MediaFile } from '../../api/client.ts'
import { splitCarousel, splitLabel } from '../../lib/splitcarousel.ts'
import { invalidate } from '../../lib/cache.svelte.ts'
import { warnBeforeUnload } from '../../lib/beforeunload.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { fitPictures } from '../../lib/edits.ts'
import { asFailure, Failure } from '../../lib/failure.ts'
import { planning } from '../../lib/planning.svelte.ts'
import { uploadFile } from '../../lib/upload.ts'
import { dayOf, serviceNow, shortDay, spokenTime } from '../../lib/time.ts'
import { toast, toasts } from '../../lib/toast.svelte.ts'
import { counted } from '../../lib/words.ts'
import { mergedFiles } from './mergefiles.ts'
import { localOf, pastBecause, type Summary, type Wall } from './moves.ts'

/** A carousel has at most as many. */
export const mostFiles = 10
const atOnce = 3

/** A file that was dropped on a day. It stays in its batch when it is uploaded, so that the draft gets all files in their order. */
export class DroppedFile {
  readonly source: File
  /** 0 to 1. */
  progress = $state(0)
  state = $state<'waiting' | 'sending' | 'done' | 'failed'>('waiting')
  reason = $state('')
  media: MediaFile | undefined
  abort = new AbortController()

  constructor(source: File) {
    this.source = source
  }

  /** Has it begin again. */
  reset(): void {
    this.state = 'waiting'
    this.reason = ''
    this.progress = 0
    this.abort = new AbortController()
  }
}

/** The files that were dropped together. */
export class Batch {
  /** For which the draft is. */
  readonly account: string
  readonly date: string
  /** The time that was chosen by the place; null for the usual one. */
  readonly time: string | null
  readonly files: readonly DroppedFile[]
  /** How many were more than a carousel takes. */
  readonly leftOut: number
  isOver = $state(false)
  /** What did not become of them, and why. */
  reason = $state('')
  /** The draft that was made of them, and which files it was given. */
  draftId: string | undefined
  readonly given = new Set<string>()
  /** The last of what is done with the draft, one after the other. */
  planned: Promise<void> = Promise.resolve()

  constructor(account: string, date: string, time: string | null, files: readonly File[]) {
    this.account = account
    this.date = date
    this.time = time
    this.files = files.slice(0, mostFiles).map((file) => new DroppedFile(file))
    this.leftOut = files.length - this.files.length
  }

  /** Whether something went wrong that somebody should read. */
  get hasWords(): boolean {
    return this.reason !== '' || this.leftOut > 0 || this.files.some((file) => file.state === 'failed')
  }
}

/** The draft as a calendar shows one without a date. */
function unplanned(draft: InternalSchemas['EditablePost'], files: readonly MediaFile[]): Summary {
  return {
    id: draft.id, accountId: draft.socialAccountId, status: 'DRAFT', mediaType: draft.mediaType, mediaCount: files.length, thumbnailUrl: files[0]?.thumbnailPreviewUrl ?? null,
    at: null, localTime: null, scheduledFor: null, timezone: planning.zone, createdAt: draft.createdAt, updatedAt: draft.updatedAt, caption: '', isCaptionCut: false, owner: 'local',
    permalink: null, isShared: false, hasMentions: false, lostMedia: 0, lateSeconds: 0, heldCode: null, errorCode: null, errorMessage: null, doubt: 'none', problem: null, warnings: [],
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The calendar on the screen. */
interface Place {
  /** For which account drafts are made. */
  account: () => string | undefined
  done: (date: string) => void
  /** Plans a draft, and asks which instant is meant where the wall time alone does not say it. */
  plan: (draft: Summary, wall: Wall) => Promise<boolean>
}

class DayDrops {
  batches = $state.raw<readonly Batch[]>([])
  /** Undefined while another page is shown. */
  place: Place | undefined

  constructor() {
    warnBeforeUnload(() => this.#isBusy)
  }

  get #isBusy(): boolean {
    return this.batches.some((batch) => !batch.isOver || batch.files.some((file) => file.state === 'sending'))
  }

  /** Ends what a calendar is for. The files go on. */
  leave(place: Place): void {
    if (this.place === place) this.place = undefined
    if (this.#isBusy) toast('What is on the way becomes a draft all the same.')
  }

  /** Why no files can be dropped on the day, or on a time of it; null when they can. */
  refusal(date: string, time: string | null = null): string | null {
    if (!connection.up) return 'Crier is not running.'
    if (!this.place?.account()) return 'There is no account to plan for.'
    if (time === null && date === dayOf(serviceNow(), planning.zone)) return null
    return pastBecause({ date, time: time ?? planning.time, zone: planning.zone }, serviceNow())
  }

  async add(date: string, files: readonly File[], time: string | null = null): Promise<void> {
    const refused = this.refusal(date, time)
    if (refused) return void toast(`Nothing was uploaded. ${refused}`)
    const account = this.place?.account()
    if (files.length === 0 || !account) return
    const batch = new Batch(account, date, time, files)
    this.batches = [...this.batches, batch]
    const waiting = [...batch.files]
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await this.#one(next)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await this.#plan(batch)
    batch.isOver = true
    this.#tidy(batch)
  }

  /** Tries a file again. It joins the others in their draft, and what is said of them stays. */
  async retry(batch: Batch, file: DroppedFile): Promise<void> {
    if (!connection.up || file.state !== 'failed') return
    file.reset()
    if (await this.#one(file)) await this.#plan(batch)
    this.#tidy(batch)
  }

  /** Tries again to make or to change the draft of what is uploaded. */
  async planAgain(batch: Batch): Promise<void> {
    await this.#plan(batch)
    this.#tidy(batch)
  }

  // What is fine needs no words, once nothing of it is on its way. What is not is said on another page too.
  #tidy(batch: Batch): void {
    if (!this.place && batch.hasWords) toast(`Not all files for ${shortDay(batch.date)} became a draft. The calendar says why.`)
    if (!batch.hasWords && batch.files.every((file) => file.state === 'done')) this.dismiss(batch)
  }

  dismiss(batch: Batch): void {
    this.batches = this.batches.filter((b) => b !== batch)
  }

  /** Uploads a file, and reports whether it can be used. */
  async #one(file: DroppedFile): Promise<boolean> {
    file.state = 'sending'
    try {
      if (file.abort.signal.aborted) throw new Failure('it was cancelled')
      file.media = await uploadFile(file.source, file.abort.signal, (bytes) => (file.progress = bytes / file.source.size))
      if (file.media.isValid) {
        file.progress = 1
        file.state = 'done'
        return true
      }
      const told = read(file.media.validationErrors ?? '')
      throw new Failure(Array.isArray(told) && told.length > 0 ? told.join(' ') : 'it cannot be published')
    } catch (thrown) {
      file.state = 'failed'
      file.reason = asFailure(thrown).sentence
      return false
    }
  }

  #plan(batch: Batch): Promise<void> {
    return (batch.planned = batch.planned.then(() => this.#give(batch)))
  }

  /** Gives a draft what is uploaded and was not given to one yet. */
  async #give(batch: Batch): Promise<void> {
    const uploaded = batch.files.flatMap((file) => (file.state === 'done' && file.media ? [file.media] : []))
    const fresh = uploaded.filter((file) => !batch.given.has(file.id))
    batch.reason = ''
    if (fresh.length === 0) return
    try {
      if (!(batch.draftId && await this.#join(batch.draftId, uploaded, fresh))) batch.draftId = await this.#make(batch, fresh)
      for (const file of fresh) batch.given.add(file.id)
    } catch (thrown) {
      batch.reason = `${batch.draftId ? 'The draft stays as it was.' : 'No draft was made.'} ${asFailure(thrown).sentence}`
    }
  }

  /** Adds files to the draft of those that were dropped with them, and reports whether it is still a draft. */
  async #join(id: string, uploaded: readonly MediaFile[], fresh: readonly MediaFile[]): Promise<boolean> {
    const path = { id }
    const draft = await ok(internal.GET('/posts/{id}', { params: { path } })).catch((thrown: unknown) => {
      if (asFailure(thrown).status === 404) return null
      throw thrown
    })
    // One that was emptied by hand meanwhile is somebody else's.
    if (draft?.status !== 'DRAFT' || draft.mediaFiles.length === 0) return false
    const files = mergedFiles(draft.mediaFiles.map((file) => file.id), uploaded.map((file) => file.id), fresh.map((file) => file.id))
    await ok(internal.PUT('/posts/{id}', { params: { path, header: { 'If-Match': draft.updatedAt } }, body: { mediaType: 'CAROUSEL', mediaFileIds: files } }))
    await this.#fit({ accountId: draft.socialAccountId, mediaType: 'CAROUSEL', mediaFileIds: files, postId: id })
    invalidate('post', 'media')
    toast(`The draft has ${counted(files.length, 'picture')} now.`)
    return true
  }

  // The draft is there either way, and the composer fits what is not fitted yet.
  async #fit(post: Parameters<typeof fitPictures>[0]): Promise<void> {
    try {
      await fitPictures(post)
    } catch (thrown) {
      toast(`The pictures are not fitted yet, which the composer does when you open the draft. ${asFailure(thrown).sentence}`)
    }
  }

  async #make({ account, date, time: chosen }: Batch, files: readonly MediaFile[]): Promise<string> {
    const only = files.length === 1 ? files[0] : undefined
    const mediaType = !only ? 'CAROUSEL' : only.mimeType.startsWith('video/') ? 'REELS' : 'IMAGE'
    const { time, zone } = planning
    const wall = { date, time: chosen ?? time, zone }
    const told = await ok(internal.GET('/schedule/local-time', { params: { query: { local: localOf(wall), timezone: zone } } }))
    const isClear = told.kind === 'unique'
    const content = { accountId: account, mediaType, ...(only ? { mediaFileId: only.id } : { mediaFileIds: files.map((file) => file.id) }) } as const
    const draft = await ok(internal.POST('/posts/drafts', { body: { ...content, plannedFor: isClear ? told.suggested : null, timezone: zone } }))
    await this.#fit({ ...content, postId: draft.id })
    invalidate('post', 'media')
    const what = only ? 'A draft' : `One carousel of ${counted(files.length, 'picture')}`
    if (isClear) {
      const says = `${what} for ${shortDay(date)}, ${spokenTime(told.suggestedLocal.slice(11, 16))}: it goes out only once you schedule it.`
      toasts.show(says, only ? undefined : () => splitCarousel(draft, files), splitLabel(files.length))
      this.place?.done(date)
      return draft.id
    }
    // An hour that clocks skip or show twice is asked about. The draft waits without a date meanwhile, so that nothing is lost with the question.
    void Promise.resolve(this.place?.plan(unplanned(draft, files), wall)).then((isPlanned) => {
      if (!isPlanned) toast(`${what} waits as an undated draft.`)
    })
    return draft.id
  }
}

/** The files that were dropped on days. They go on when the calendar is left for another page, and are there when it is opened again. */
export const dayDrops = new DayDrops()
