// A table of posts that was dropped on the calendar: what its rows would become, until they are made.
import { internal, ok, type InternalSchemas } from '../../api/client.ts'
import { invalidate } from '../../lib/cache.svelte.ts'
import { asFailure, Failure } from '../../lib/failure.ts'
import { planning } from '../../lib/planning.svelte.ts'
import { dayOf } from '../../lib/time.ts'
import { toast } from '../../lib/toast.svelte.ts'
import { uploadFile } from '../../lib/upload.ts'
import { counted } from '../../lib/words.ts'

export type TableRow = InternalSchemas['TableRow']

const largest = 8 << 20

/** The name of a file as rows are matched with it: without folders, in small letters. */
const nameIn = (row: string) => row.slice(Math.max(row.lastIndexOf('/'), row.lastIndexOf('\\')) + 1).toLowerCase()

function contentOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    // Of an empty file the service says that it is empty.
    reader.onload = () => resolve(String(reader.result).split(',')[1] || 'Cg==')
    reader.onerror = () => reject(new Failure('the file cannot be read any more; it may have been moved, renamed or deleted', { status: -1 }))
    reader.readAsDataURL(file)
  })
}

export class Table {
  readonly file: File
  rows = $state.raw<readonly TableRow[]>([])
  error = $state.raw<Failure>()
  isBusy = $state(true)
  asDrafts = $state(false)
  /** How many of the files that came with it no row names. */
  spare = $state(0)
  #beside: Map<string, File>
  #files = new Map<string, string>()

  constructor(file: File, beside: readonly File[]) {
    this.file = file
    this.#beside = new Map(beside.map((other) => [other.name.toLowerCase(), other]))
    this.spare = beside.length
  }

  /** The rows that become a post, or change one. */
  get good(): readonly TableRow[] {
    return this.rows.filter((row) => row.import && row.outcome !== 'unchanged')
  }

  get bad(): readonly TableRow[] {
    return this.rows.filter((row) => row.problems.length > 0)
  }

  /** The rows of a day that are no posts yet. */
  on(date: string, zone: string): readonly TableRow[] {
    return this.rows.filter((row) => row.outcome !== 'unchanged' && row.at && dayOf(row.at, zone) === date)
  }

  /** Reads the table, sends the files that it names and that came with it, and reads it again with them. */
  read(): Promise<void> {
    return this.#do(async () => {
      if (this.file.size > largest) throw new Failure(`${this.file.name} is larger than 8 MB; split it`, { status: -1 })
      await this.#ask()
      const named = [...new Set(this.rows.flatMap((row) => row.missing.map(nameIn)))].flatMap((name) => {
        const file = this.#beside.get(name)
        return file ? [[name, file] as const] : []
      })
      this.spare = this.#beside.size - named.length
      for (const [name, file] of named) await this.#send(name, file)
      if (named.length > 0) await this.#ask()
    })
  }

  /** Reads it once more, as drafts or as it says. */
  again(): Promise<void> {
    return this.#do(() => this.#ask())
  }

  /** Takes a file for a name that nothing is known of. */
  choose(name: string, file: File): Promise<void> {
    return this.#do(async () => {
      await this.#send(nameIn(name), file)
      await this.#ask()
    })
  }

  /** Makes the posts of the rows that are right. */
  make(): Promise<void> {
    return this.#do(async () => {
      const rows = this.good.flatMap((row) => row.import ?? [])
      const report = await ok(internal.POST('/posts/imports', { body: { rows } }))
      invalidate('post', 'media')
      // What was refused meanwhile is said at its row.
      await this.#ask()
      if (report.isDone) toast(`${counted(rows.length, this.asDrafts ? 'draft is' : 'post is', this.asDrafts ? 'drafts are' : 'posts are')} made from ${this.file.name}.`)
    })
  }

  async #do(work: () => Promise<void>): Promise<void> {
    this.isBusy = true
    this.error = undefined
    try {
      await work()
    } catch (thrown) {
      this.error = asFailure(thrown)
    } finally {
      this.isBusy = false
    }
  }

  async #send(name: string, file: File): Promise<void> {
    const media = await uploadFile(file, new AbortController().signal, () => undefined)
    this.#files.set(name, media.id)
    invalidate('media')
  }

  async #ask(): Promise<void> {
    const files = [...this.#files].map(([name, fileId]) => ({ name, fileId }))
    const told = await ok(internal.POST('/posts/tables', { body: { content: await contentOf(this.file), timezone: planning.zone, asDrafts: this.asDrafts, files } }))
    this.rows = told.rows
  }
}
