// What keys do in the calendar.
import { announce } from '../../lib/announce.svelte.ts'
import { connection } from '../../lib/connection.svelte.ts'
import type { Key } from '../../lib/keys.svelte.ts'
import { go } from '../../lib/router.svelte.ts'
import type { Board } from './board.svelte.ts'
import { stepTo, type View } from './grid.ts'
import { fixedBecause, shifted, type Summary, type Wall } from './moves.ts'

interface Calendar {
  board: Board
  find: (id: string) => Summary | undefined
  view: () => View
  cursor: () => string
  /** Gives a day the focus. With turns the view goes as far as the day lies from the last one. */
  show: (date: string, turns?: boolean) => void
  today: () => void
  goTo: (date: string, view: View) => void
  /** The post that has the focus. */
  focused: () => Summary | undefined
  /** The post under the mouse, if that was moved since the focus was. */
  pointed: () => Summary | undefined
  move: (post: Summary, to: Wall) => unknown
  inGrid: () => boolean
  turn: (by: number) => void
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

export function calendarKeys(calendar: Calendar): { everywhere: Key[]; inGrid: (event: KeyboardEvent) => void } {
  const { board } = calendar
  const group = 'Calendar'
  const on = (which: () => Summary | undefined, f: (post: Summary) => void) => () => {
    const post = which()
    if (post) f(post)
  }
  const meant = () => calendar.pointed() ?? calendar.focused()
  const ifUp = (f: (post: Summary) => void) => (post: Summary) => (connection.up ? f(post) : announce('Crier is not running. Nothing can be changed.'))

  function shift(key: string, post: Summary): void {
    const wall = board.planner.wallOf(post)
    const days = steps[key] ?? 0
    if (!wall) return announce('The draft has no date yet. Shift+F10 opens its menu, where Plan for gives it one.')
    const isWeek = calendar.view() === 'week'
    const to = isWeek && Math.abs(days) === 7 ? shifted(wall, 0, Math.sign(days) * 15) : shifted(wall, days)
    calendar.move(post, to)
  }

  // A day that has passed takes none, so the post has no day yet.
  function begin(): void {
    if (calendar.cursor() >= board.today) board.begin(calendar.cursor())
    else if (connection.up) go('/compose/new')
  }

  const shifts = Object.keys(steps).map((key): Key => ({ keys: `Alt+Shift+${key}`, run: on(calendar.focused, ifUp((post) => shift(key, post))) }))
  const everywhere: Key[] = [
    { keys: 'n', label: 'New post on the day', group, run: () => begin() },
    { keys: 't', label: 'Today', group, run: () => calendar.today() },
    { keys: '[', label: 'A week earlier', group, run: () => calendar.turn(-1) },
    { keys: ']', label: 'A week later', group, run: () => calendar.turn(1) },
    { keys: '1', label: 'Month', group, run: () => calendar.goTo(calendar.cursor(), 'month') },
    { keys: '2', label: 'Week', group, run: () => calendar.goTo(calendar.cursor(), 'week') },
    { keys: '3', label: 'Agenda', group, run: () => calendar.goTo(calendar.cursor(), 'agenda') },
    // Not a key, but the words for those of the grid below.
    { keys: 'Arrows', label: 'From day to day', group, run: () => undefined },
    { keys: 'Alt+Shift+Arrows', label: 'Move the post', group, run: () => undefined },
    ...shifts,
    { keys: 'e', label: 'Edit the post', group, run: on(meant, (post) => { const why = fixedBecause(post); if (why) announce(why); else go(`/compose/${post.id}`) }) },
    { keys: 'd', label: 'Duplicate the post', group, run: on(meant, ifUp((post) => void board.planner.duplicate(post))) },
    { keys: 'Delete', label: 'Make it a draft', group, run: on(meant, ifUp((post) => void board.planner.toDraft(post))) },
    { keys: 'Escape', run: () => {
      if (calendar.focused()?.localTime && calendar.inGrid()) calendar.show(calendar.focused()?.localTime?.slice(0, 10) ?? calendar.cursor())
    } },
  ]

  function inGrid(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey && event.key !== 'F10') return
    const target = event.target as HTMLElement
    const post = calendar.focused()
    if (post && (event.key === 'ContextMenu' || event.key === 'F10')) {
      const box = target.getBoundingClientRect()
      board.menu = { post, x: box.left + 12, y: box.top + 24 }
    } else if (target.dataset['day'] && event.key === 'Enter') {
      board.listed = target.dataset['day']
    } else {
      // From a post the arrows go on from its day.
      const date = stepTo(event.key, post?.localTime?.slice(0, 10) ?? calendar.cursor())
      if (date === null || target.matches('button, input, select')) return
      calendar.show(date, event.key.startsWith('Page'))
    }
    event.preventDefault()
  }
  return { everywhere, inGrid }
}
