import type { MediaFile } from '../../api/client.ts'
import { announce } from '../../lib/announce.svelte.ts'
import { connection } from '../../lib/connection.svelte.ts'
import type { Failure } from '../../lib/failure.ts'
import { toast } from '../../lib/toast.svelte.ts'
import { newKey } from './content.ts'
import type { Draft } from './draft.svelte.ts'
import { moveTo } from './drop.ts'
import { Film } from './film.svelte.ts'
import { Upload, UploadQueue } from '../../lib/uploadqueue.svelte.ts'

/** A place in the strip: a file, or one that is on its way. */
export interface Entry {
  key: string
  file?: MediaFile
  upload?: Upload
}

// The strips of composers that were left while files were on their way.
const left = new Map<Draft, Strip>()

/** The draft of a composer that was left while files were on their way to the post. */
export function leftOf(id: string): Draft | undefined {
  return [...left.keys()].find((draft) => draft.id === id)
}

/** The strip of a draft, with what is on its way. */
export function stripOf(draft: Draft): Strip {
  const strip = left.get(draft) ?? new Strip(draft)
  strip.stay()
  return strip
}

/** The files of a post in their order, those on their way among them, and which of them is looked at. */
export class Strip {
  entries = $state.raw<readonly Entry[]>([])
  chosen = $state<string | null>(null)
  /** What was said of files that were left out. */
  notice = $state('')
  readonly uploads: UploadQueue
  readonly film = new Film()
  readonly #draft: Draft
  #back: () => void = () => undefined

  constructor(draft: Draft) {
    this.#draft = draft
    this.entries = draft.content.files.map((file) => ({ key: newKey(), file }))
    this.chosen = this.entries[0]?.key ?? null
    this.uploads = new UploadQueue((upload, file) => void this.#arrived(upload, file))
  }

  /** Follows a change of the files that was not made here, as when the post was read again. */
  follow(files: readonly MediaFile[]): void {
    const own = this.entries.flatMap((entry) => (entry.file ? [entry.file] : []))
    if (own.length === files.length && own.every((file, i) => file === files[i] || file.id === files[i]?.id)) return
    this.entries = [...files.map((file) => this.entries.find((entry) => entry.file?.id === file.id) ?? { key: newKey(), file }), ...this.entries.filter((entry) => entry.upload)]
    if (!this.at) this.chosen = this.entries[0]?.key ?? null
  }

  get at(): Entry | undefined {
    return this.entries.find((entry) => entry.key === this.chosen)
  }

  get index(): number {
    return this.entries.findIndex((entry) => entry.key === this.chosen)
  }

  get file(): MediaFile | undefined {
    return this.at?.file
  }

  put(added: readonly Entry[]): void {
    this.#set([...this.entries, ...added])
    if (!this.at) this.chosen = added[0]?.key ?? null
  }

  /** Sends files, and returns the key of the first. */
  send(files: readonly File[]): string | undefined {
    const uploads = files.map((file) => new Upload(newKey(), file))
    this.put(uploads.map((upload) => ({ key: upload.key, upload })))
    this.uploads.add(uploads)
    return uploads[0]?.key
  }

  async #arrived(upload: Upload, file: MediaFile): Promise<void> {
    const draft = this.#draft
    const isLeft = left.has(draft)
    if (isLeft) {
      // The file joins the post as it is now.
      await draft.look()
      this.follow(draft.content.files)
    }
    this.#set(this.entries.map((entry) => (entry.upload === upload ? { key: entry.key, file } : entry)))
    if (!isLeft) return
    draft.touched(draft.wanted)
    await draft.save()
    if (draft.theirs ?? draft.error) this.#missed(upload, draft.error)
    this.#end()
  }

  #set(entries: readonly Entry[]): void {
    this.entries = entries
    this.#draft.setFiles(entries.flatMap((entry) => (entry.file ? [entry.file] : [])))
  }

  move(from: number, to: number): void {
    const target = Math.min(Math.max(0, to), this.entries.length - 1)
    if (from === target) return
    this.#set(moveTo(this.entries, from, target))
    announce(`Moved to place ${target + 1} of ${this.entries.length}`)
  }

  remove(entry: Entry): void {
    const at = this.entries.indexOf(entry)
    if (entry.upload) this.uploads.remove(entry.upload)
    this.#set(this.entries.filter((other) => other !== entry))
    if (!this.at) this.chosen = (this.entries[at] ?? this.entries[at - 1])?.key ?? null
  }

  /** Puts a file that was edited in place of what it was. */
  replace(file: MediaFile): void {
    this.#set(this.entries.map((entry) => (entry.file?.id === file.id ? { ...entry, file } : entry)))
  }

  /** Has what is on its way come to the post although the composer is left for another page. */
  leave(): void {
    const { uploads } = this
    const count = uploads.owed
    if (count === 0) {
      uploads.stop()
      return
    }
    toast(`${count === 1 ? 'A file is' : `${count} files are`} still on the way. The post gets ${count === 1 ? 'it' : 'them'} all the same.`)
    left.set(this.#draft, this)
    this.#back = connection.onReturn(() => {
      uploads.retryLost()
      void this.#draft.save().then(() => this.#end())
    })
    uploads.onfail = (upload) => {
      if (!upload.error?.isLost) this.#missed(upload, upload.error)
      this.#end()
    }
  }

  #missed(upload: Upload, why: Failure | undefined): void {
    toast(`${upload.file.name} did not come to the post: ${why?.sentence ?? (this.#draft.isGone ? 'That was deleted.' : 'It was changed elsewhere. Open it to go on.')}`)
  }

  #end(): void {
    const isOwed = this.uploads.owed > 0 || this.entries.some((entry) => entry.upload && !entry.upload.error) || this.#draft.state === 'waiting'
    if (isOwed || !left.has(this.#draft)) return
    this.uploads.stop()
    this.stay()
  }

  /** Ends what leave has begun: a composer has the files again, or the post. */
  stay(): void {
    left.delete(this.#draft)
    this.#back()
    this.uploads.onfail = () => undefined
  }
}
