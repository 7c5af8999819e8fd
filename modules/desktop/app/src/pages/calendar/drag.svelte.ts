// Carries a post with the mouse or a pen, or with a finger that has rested on it. A finger that moves at once scrolls.
import { onLongPress } from '../../lib/longpress.ts'
import type { Planner } from './planner.svelte.ts'
import { localOf, type Summary, type Wall } from './moves.ts'
import { planning } from '../../lib/planning.svelte.ts'
import { shortDay, spokenTime } from '../../lib/time.ts'
import { timeAt } from './lanes.ts'

const threshold = 4
const turnAfter = 600

/** Where a carried post would come to lie: on a day, or in the tray. */
export type Target = { wall: Wall; date: string } | 'tray'

export class Drag {
  post = $state.raw<Summary>()
  x = $state(0)
  y = $state(0)
  target = $state.raw<Target | null>(null)
  /** Why it cannot be put down here. */
  refusal = $state<string | null>(null)
  /** Puts the post down; from is where the carried card was on the screen. */
  ondrop: (post: Summary, target: Target, from: DOMRect) => void = () => undefined
  /** Has the carried card go home. */
  onreturn: (post: Summary, from: DOMRect) => void = () => undefined
  onturn: (by: number) => void = () => undefined
  ghost: HTMLElement | undefined

  #planner: Planner
  #timer: ReturnType<typeof setTimeout> | undefined
  #turning: Element | null = null
  /** How far below the upper edge of the card it was taken. */
  #grip = 0

  constructor(planner: Planner) {
    this.#planner = planner
  }

  /** Takes notice that a post was pressed. It is carried once the pointer moves. */
  press(event: PointerEvent, post: Summary): void {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    const card = event.currentTarget as HTMLElement
    const from = { x: event.clientX, y: event.clientY }
    this.#grip = Math.min(event.clientY - card.getBoundingClientRect().top, 50)
    const root = document.documentElement
    const abort = new AbortController()
    const on = { signal: abort.signal }
    const isFinger = event.pointerType === 'touch'
    let hasMoved = false
    const letGo = isFinger ? onLongPress(event, () => this.#take(event, post)) : () => undefined
    const end = (isDropped: boolean) => {
      abort.abort()
      letGo()
      if (isFinger && this.post && !hasMoved && isDropped) {
        this.#end(false)
        return
      }
      if (root.hasPointerCapture(event.pointerId)) root.releasePointerCapture(event.pointerId)
      if (this.post) this.#end(isDropped)
    }
    addEventListener('pointermove', (move) => {
      if (move.pointerId !== event.pointerId) return
      const isFar = Math.hypot(move.clientX - from.x, move.clientY - from.y) >= threshold
      if (!this.post) {
        if (isFinger || !isFar) return
        this.#take(event, post)
      }
      hasMoved ||= isFar
      this.#over(move)
    }, on)
    addEventListener('pointerup', (up) => up.pointerId === event.pointerId && end(true), on)
    addEventListener('pointercancel', () => end(false), on)
    addEventListener('blur', () => end(false), on)
    addEventListener('keydown', (key) => {
      if (key.key !== 'Escape' || !this.post) return
      key.preventDefault()
      key.stopPropagation()
      end(false)
    }, { ...on, capture: true })
  }

  #take(event: PointerEvent, post: Summary): void {
    // The card is replaced by the words of where it was, so the page itself follows the pointer.
    document.documentElement.setPointerCapture(event.pointerId)
    this.post = post
    this.#over(event)
  }

  /** What is said beside the card. */
  get words(): string {
    if (this.refusal) return this.refusal
    const { post, target } = this
    if (!post || !target) return ''
    if (target === 'tray') return post.status === 'SCHEDULED' ? 'An undated draft: nothing goes out.' : 'An undated draft.'
    const { wall, date } = target
    const still = post.localTime?.slice(11, 16) === wall.time || post.at === null ? (post.at === null ? 'at ' : 'still ') : ''
    return `${shortDay(wall.zone === planning.zone ? wall.date : date)}, ${still}${spokenTime(wall.time)}${wall.zone === planning.zone ? '' : ` in ${wall.zone}`}`
  }

  #over(event: PointerEvent): void {
    this.x = event.clientX
    this.y = event.clientY
    const element = document.elementFromPoint(event.clientX, event.clientY)
    this.#aim(element, event.clientY)
    const turn = element?.closest('[data-turn]') ?? null
    if (turn === this.#turning) return
    this.#turning = turn
    clearTimeout(this.#timer)
    if (turn) this.#timer = setTimeout(() => this.onturn(Number(turn.getAttribute('data-turn'))), turnAfter)
  }

  #aim(element: Element | null, y: number): void {
    const post = this.post
    const date = element?.closest('[data-day]')?.getAttribute('data-day')
    const column = element?.closest<HTMLElement>('[data-from]')
    if (!post) return
    if (!date) {
      // A row of a table has no place among the drafts before it is made.
      this.target = element?.closest('[data-tray]') && !('row' in post) ? 'tray' : null
    } else if (column) {
      const from = Number(column.dataset['from'])
      const time = timeAt(y - this.#grip - column.getBoundingClientRect().top, from, Number(column.dataset['to']))
      this.target = { wall: { date, time, zone: planning.zone }, date }
    } else {
      this.target = { wall: this.#planner.onDay(post, date), date }
    }
    const isHome = this.target !== null && this.target !== 'tray' && localOf(this.target.wall).slice(0, 16) === post.localTime?.slice(0, 16)
    this.refusal = this.target === null || isHome ? null : this.#planner.refusal(post, this.target === 'tray' ? null : this.target.wall)
  }

  #end(isDropped: boolean): void {
    clearTimeout(this.#timer)
    this.#turning = null
    const { post, target, refusal } = this
    const from = this.ghost?.getBoundingClientRect()
    this.post = undefined
    this.target = null
    this.refusal = null
    // The click that follows would open the post.
    addEventListener('click', (click) => { click.preventDefault(); click.stopPropagation() }, { capture: true, once: true, signal: AbortSignal.timeout(80) })
    if (!post || !from) return
    const isHome = target !== null && target !== 'tray' && localOf(target.wall).slice(0, 16) === post.localTime?.slice(0, 16)
    if (isDropped && target && !refusal && !isHome) this.ondrop(post, target, from)
    else this.onreturn(post, from)
  }
}
