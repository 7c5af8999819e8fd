import { createContext } from 'svelte'
import { SvelteSet } from 'svelte/reactivity'
import type { AccountOverview } from '../../api/client.ts'
import { announce } from '../../lib/announce.svelte.ts'
import { sentence } from '../../lib/failure.ts'
import { now } from '../../lib/now.svelte.ts'
import { planning } from '../../lib/planning.svelte.ts'
import { dayOf } from '../../lib/time.ts'
import { accountName, stateOf } from '../../ui/account.ts'
import { iconOf, kindOf, type Sign } from '../../ui/status.ts'
import { go } from '../../lib/router.svelte.ts'
import { toast } from '../../lib/toast.svelte.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { unsaved } from '../../lib/unsaved.ts'
import { Drag } from './drag.svelte.ts'
import type { Notice } from './forecast.ts'
import { newPostOn, type OpenPost } from './newpost.ts'
import type { Summary } from './moves.ts'
import type { Table, TableRow } from './table.svelte.ts'
import { nameOf, Planner } from './planner.svelte.ts'
import { dayDrops } from './daydrops.svelte.ts'

/** What the parts of the calendar have in common. */
export class Board {
  planner = new Planner()
  drag = new Drag(this.planner)
  drops = dayDrops
  accounts = $state.raw<readonly AccountOverview[]>([])
  /** The ids of the posts that are moved together. */
  selected = new SvelteSet<string>()
  /** The post that the mouse was last moved over, until it leaves it or the focus goes elsewhere. */
  pointed: string | undefined
  /** The post that was last selected or not any more, from which a click with Shift goes on. */
  last: string | undefined
  /** The posts in the order of the view. */
  order: () => readonly Summary[] = () => []
  /** The post whose menu is open, and where. */
  menu = $state.raw<{ post: Summary; x: number; y: number }>()
  /** The post that is asked a new time for. */
  moving = $state.raw<Summary>()
  /** The day whose list is open. */
  listed = $state<string>()
  /** What endangers the days, and the posts that are too many for the limit of their account. */
  notices = $state.raw<ReadonlyMap<string, readonly Notice[]>>(new Map())
  crowded = $state.raw<ReadonlySet<string>>(new Set())
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

  /** The rows of the table that become posts of a day. */
  ghosts(date: string): readonly TableRow[] {
    return this.table?.on(date, this.zone) ?? []
  }

  get zone(): string {
    return planning.zone
  }

  get today(): string {
    return dayOf(now(), planning.zone)
  }

  /** Whether a press on an empty place is for that place, and ends nothing that is open. */
  get isFree(): boolean {
    return this.menu === undefined && this.selected.size === 0
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
    const account = this.account(id)?.account
    return account ? accountName(account) : 'An account that is gone'
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
    return !state.why && this.crowded.has(id) ? warning('The limit of the account is reached by then.') : state
  }

  time(post: Summary): string {
    return post.localTime?.slice(11, 16) ?? ''
  }

  /** What is read of a card beside what it shows. */
  spoken(post: Summary): string {
    const kind = iconOf(post) ? `, ${kindOf(post).toLowerCase()}` : ''
    const zone = post.timezone === planning.zone ? '' : `, planned in ${post.timezone}`
    const { word, why } = this.state(post)
    return `${kind}, ${this.accountName(post.accountId)}, ${word}${why && `: ${why}`}${zone}${this.selected.has(post.id) ? ', selected' : ''}`
  }

  /** What a click with a key means; false for one that opens the post. */
  pick(event: MouseEvent, post: Summary): boolean {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return false
    event.preventDefault()
    const order = this.order()
    const [from, to] = [this.last, post.id].map((id) => order.findIndex((other) => other.id === id)).sort((a, b) => a - b)
    if (event.shiftKey && from !== undefined && to !== undefined && from >= 0) for (const between of order.slice(from, to + 1)) this.selected.add(between.id)
    else announce(this.toggle(post))
    this.last = post.id
    return true
  }

  toggle(post: Summary): string {
    this.last = post.id
    if (this.selected.delete(post.id)) return `${nameOf(post)} is not selected any more`
    this.selected.add(post.id)
    return `${nameOf(post)} is selected, ${this.selected.size} in all`
  }
}

const [getBoard, setBoard] = createContext<Board>()
export { getBoard, setBoard }
