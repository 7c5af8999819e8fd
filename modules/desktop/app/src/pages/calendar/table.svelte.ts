// A table of posts that was dropped on the calendar: what its rows would become, until they are made.
import { internal, ok, type InternalSchemas } from '../../api/client.ts'
import { invalidate } from '../../lib/cache.svelte.ts'
import { asFailure, Failure } from '../../lib/failure.ts'
import { planning } from '../../lib/planning.svelte.ts'
import { addDays, dayOf, serviceNow, shortDay, wallClock } from '../../lib/time.ts'
import { toast } from '../../lib/toast.svelte.ts'
import { uploadFile } from '../../lib/upload.ts'
import { capital, counted } from '../../lib/words.ts'
import { localOf, pastBecause, wallWords, type Summary, type Wall } from './moves.ts'

export type TableRow = InternalSchemas['TableRow']

/** What a row becomes, as a calendar shows a post. */
export interface RowPost extends Summary {
  row: TableRow
}

type Cell = Omit<InternalSchemas['Change'], 'row'>

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

function asPost(row: TableRow, at: string): RowPost {
  const { zone } = planning
  return {
    id: `row-${row.row}`, row, accountId: row.accountId ?? '', status: 'DRAFT', mediaType: row.import?.mediaType ?? 'IMAGE', mediaCount: 1, thumbnailUrl: row.thumbnailUrl,
    at, localTime: localOf({ date: dayOf(at, zone), time: wallClock(at, zone), zone }), scheduledFor: null, timezone: zone, createdAt: at, updatedAt: at, caption: row.caption, isCaptionCut: false,
    owner: 'local', permalink: null, isShared: false, hasMentions: false, lostMedia: 0, lateSeconds: 0, heldCode: null, errorCode: null, errorMessage: null, doubt: 'none', problem: null, warnings: [],
  }
}

export class Table {
  readonly file: File
  rows = $state.raw<readonly TableRow[]>([])
  error = $state.raw<Failure>()
  isBusy = $state(true)
  asDrafts = $state(false)
  /** How many of the files that came with it no row names. */
  spare = $state(0)
  /** The posts that it made and that can be taken back. */
  made = $state.raw<readonly string[]>([])
  /** The rows that become posts, where they have a time. A value that is derived would end with the panel that made the table. */
  posts = $state.raw<readonly RowPost[]>([])
  #changes: readonly InternalSchemas['Change'][] = []
  #beside: Map<string, File>
  #asked = 0
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
  on(date: string): readonly RowPost[] {
    return this.posts.filter((post) => post.localTime?.startsWith(date))
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

  /** Has cells of rows say something else than the file does. */
  change(rows: readonly TableRow[], ...cells: Cell[]): Promise<void> {
    const fresh = rows.flatMap(({ row }) => cells.map((cell) => ({ row, ...cell })))
    this.#changes = [...this.#changes.filter((old) => !fresh.some(({ row, column }) => row === old.row && column === old.column)), ...fresh]
    return this.again()
  }

  /** Has a row go out at another time. */
  async move(row: TableRow, to: Wall, instant?: string): Promise<boolean> {
    const before = this.#changes
    await this.change([row], { column: 'at', text: instant ?? `${to.date} ${to.time}` }, { column: 'timezone', text: to.zone })
    if (this.error) return false
    toast(`Row ${row.row} is on ${wallWords(to, planning.zone)}. It is not made yet.`, () => { this.#changes = before; return this.again() })
    return true
  }

  /** Has a row go out on the first day on which its account has nothing at that hour. */
  async toNextFree(row: TableRow): Promise<void> {
    const { zone } = planning
    const time = row.at ? wallClock(row.at, zone) : planning.time
    const today = dayOf(serviceNow(), zone)
    const from = pastBecause({ date: today, time, zone }, serviceNow()) ? addDays(today, 1) : today
    await this.#do(async () => {
      const { days } = await ok(internal.GET('/posts/range', { params: { query: { from, to: addDays(from, 30), timezone: zone, perDay: 50, ...(row.accountId && { accountId: row.accountId }) } } }))
      const hour = (date: string) => `${date}T${time.slice(0, 2)}`
      const isTaken = (date: string, posts: readonly Summary[]) => posts.some((post) => post.id !== `row-${row.row}` && post.accountId === row.accountId && post.localTime?.startsWith(hour(date)))
      const free = days.find(({ date, posts }) => !isTaken(date, posts) && !isTaken(date, this.posts))?.date
      if (!free) throw new Failure(`every day until ${shortDay(addDays(from, 30))} has a post at that hour; move the row to another hour`, { status: -1 })
      await this.move(row, { date: free, time, zone })
    })
  }

  /** Takes a file in place of those that a row names. */
  replace(row: TableRow, file: File): Promise<void> {
    return this.#do(async () => {
      const media = await uploadFile(file, new AbortController().signal, () => undefined)
      invalidate('media')
      await this.change([row], { column: 'media', text: media.id })
    })
  }

  /** Deletes what was made, of that which nobody has begun or changed. */
  undo(): Promise<void> {
    return this.#do(async () => {
      const { posts } = await ok(internal.POST('/posts/imports/undo', { body: { postIds: [...this.made] } }))
      this.made = []
      invalidate('post', 'queue', 'media')
      const gone = posts.filter((post) => post.isGone).length
      const stays = posts.find((post) => !post.isGone)
      toast(`${capital(counted(gone, 'post is', 'posts are'))} deleted again.${stays ? ` ${capital(counted(posts.length - gone, 'stays', 'stay'))}: ${stays.text}.` : ''}`)
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
      if (!report.isDone) return
      this.made = report.rows.flatMap((row) => (row.outcome === 'made' && row.postId ? [row.postId] : []))
      toast(`${counted(rows.length, this.asDrafts ? 'draft is' : 'post is', this.asDrafts ? 'drafts are' : 'posts are')} made from ${this.file.name}.`, this.made.length > 0 ? async () => { await this.undo(); if (this.error) throw this.error } : undefined)
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
    const mine = ++this.#asked
    const files = [...this.#files].map(([name, fileId]) => ({ name, fileId }))
    const told = await ok(internal.POST('/posts/tables', { body: { content: await contentOf(this.file), timezone: planning.zone, asDrafts: this.asDrafts, files, changes: [...this.#changes] } }))
    // Of two answers the one to the later question counts.
    if (mine !== this.#asked) return
    this.rows = told.rows
    this.posts = told.rows.flatMap((row) => (row.outcome !== 'unchanged' && row.at ? [asPost(row, row.at)] : []))
  }
}
