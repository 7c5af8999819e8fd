import { createContext } from 'svelte'
import type { AccountOverview } from '../../api/client.ts'
import { Choice } from '../../lib/choice.svelte.ts'
import { sentence } from '../../lib/failure.ts'
import { now } from '../../lib/now.svelte.ts'
import { planning } from '../../lib/planning.svelte.ts'
import { dayOf } from '../../lib/time.ts'
import { nameIn, stateOf } from '../../ui/account.ts'
import { iconOf, kindOf, type Sign } from '../../ui/status.ts'
import { go } from '../../lib/router.svelte.ts'
import { toast } from '../../lib/toast.svelte.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { unsaved } from '../../lib/unsaved.ts'
import { Drag } from './drag.svelte.ts'
import type { Notice } from './forecast.ts'
import { newPostOn, type OpenPost } from './newpost.ts'
import type { Summary, Wall } from './moves.ts'
import type { RowPost, Table } from './table.svelte.ts'
import { Planner } from './planner.svelte.ts'
import { dayDrops } from './daydrops.svelte.ts'

/** What the parts of the calendar have in common. */
export class Board {
  planner = new Planner()
  drag = new Drag(this.planner)
  drops = dayDrops
  accounts = $state.raw<readonly AccountOverview[]>([])
  /** The posts that are chosen, and moved together. */
  choice = new Choice('post')
  /** The post whose menu is open, and where. */
  menu = $state.raw<{ post: Summary; x: number; y: number }>()
  /** The post that is asked a new time for. */
  moving = $state.raw<Summary>()
  /** The post about which it is asked whether it goes out now. */
  publishing = $state.raw<Summary>()
  /** The day whose list is open. */
  listed = $state<string>()
  /** What endangers the days, and what keeps posts from going out at their time. */
  notices = $state.raw<ReadonlyMap<string, readonly Notice[]>>(new Map())
  failing = $state.raw<ReadonlyMap<string, string>>(new Map())
  /** The day that has the focus, whose danger is said. */
  noticed = $state<string>()
  /** The posts that were changed here without being saved. */
  unsaved = $state.raw(unsaved())
  /** The post in the composer over the calendar, if it has a day. */
  openPost = $state.raw<OpenPost>()
  /** The table that was dropped, and the files that it is in; none while one is asked for. */
  table = $state.raw<Table>()
  tableFiles = $state.raw<readonly File[]>()
  /** The day that files are held over, and the time where the place has one. */
  held = $state<string | null>(null)
  heldAt = $state<string | null>(null)

  /** Gives what was moved the focus, where it lies now. */
  onplaced: (id: string) => void = () => undefined

  /** The rows of the table that become posts of a day. */
  ghosts(date: string): readonly RowPost[] {
    return this.table?.on(date) ?? []
  }

  /** Has a row of the table go out at another time, unless that has passed. */
  async moveRow(post: RowPost, to: Wall, instant?: string): Promise<void> {
    const refused = this.planner.refusal(post, to)
    if (refused) toast(`Row ${post.row.row} stays. ${refused}`)
    else if (await this.table?.move(post.row, to, instant)) this.onplaced(post.id)
  }

  get zone(): string {
    return planning.zone
  }

  get today(): string {
    return dayOf(now(), planning.zone)
  }

  /** Whether a press on an empty place is for that place, and ends nothing that is open. */
  get isFree(): boolean {
    return this.menu === undefined && this.choice.size === 0
  }

  /** Begins a post for a day, at a time if one was chosen. */
  begin(date: string, time: string | null = null): void {
    if (!connection.up) return
    const begun = newPostOn(date, time, planning.time, now(), planning.zone)
    if ('route' in begun) go(begun.route)
    else toast(begun.refused)
  }

  account(id: string): AccountOverview | undefined {
    return this.accounts.find((overview) => overview.account.id === id)
  }

  accountName(id: string): string {
    return nameIn(this.accounts, id)
  }

  /** What stands for the account on a card. */
  face(id: string): Pick<AccountOverview['account'], 'name' | 'username' | 'profilePictureUrl'> {
    return this.account(id)?.account ?? { name: null, username: '?', profilePictureUrl: null }
  }

  /** How a post stands, in the words of every screen, and why where something endangers it. */
  state(post: Summary): { sign: Sign; word: string; why: string } {
    const { id, status, problem } = post
    const state = stateOf({ ...post, scheduledFor: post.at }, problem, this.account(post.accountId))
    const warning = (why: string) => ({ ...state, sign: 'warn' as const, why })
    // A draft that lacks something is not finished; one that has all of it would fail.
    if (status === 'DRAFT' && problem && post.mediaCount > 0) return warning(sentence(problem))
    if (status !== 'SCHEDULED') return state
    if (this.unsaved.has(id)) return warning('What you changed is not saved: it goes out as it was before.')
    const why = state.why ? undefined : this.failing.get(id)
    return why ? warning(why) : state
  }

  time(post: Summary): string {
    return post.localTime?.slice(11, 16) ?? ''
  }

  /** What is read of a card beside what it shows. */
  spoken(post: Summary): string {
    const kind = iconOf(post) ? `, ${kindOf(post).toLowerCase()}` : ''
    const zone = post.timezone === planning.zone ? '' : `, planned in ${post.timezone}`
    const { word, why } = this.state(post)
    return `${kind}, ${this.accountName(post.accountId)}, ${word}${why && `: ${why}`}${zone}`
  }
}

const [getBoard, setBoard] = createContext<Board>()
export { getBoard, setBoard }
