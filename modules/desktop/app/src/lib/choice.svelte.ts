// Choosing several of what a page shows: with Ctrl or Shift and the mouse, with a frame drawn on empty ground, with keys, and with a finger that rests.
import { SvelteSet } from 'svelte/reactivity'
import { untrack } from 'svelte'
import { announce } from './announce.svelte.ts'
import { keyMap } from './keys.svelte.ts'
import { onLongPress } from './longpress.ts'
import { toasts } from './toast.svelte.ts'
import { figured } from './words.ts'

// What a press is for, so that it neither begins a frame nor ends a choice.
const taken = 'a, button, input, select, textarea, label, summary, dialog, [role=menu], [role=dialog], .chosen'
const words = 'p, h1, h2, h3, header'

export class Choice {
  /** What is chosen. */
  readonly ids = new SvelteSet<string>()
  /** What the mouse was last moved over, until it leaves it or the focus goes elsewhere. */
  pointed: string | undefined
  #of: 'post' | 'file'
  /** From where a click with Shift goes on. */
  #last: string | undefined
  #isFinger = false
  /** Whether the press was a rest or a frame: the click that follows it means nothing more. */
  #isSpent = false

  /** Of posts, which the page marks with data-post, or of files, with data-file. */
  constructor(of: 'post' | 'file') {
    this.#of = of
  }

  get size(): number {
    return this.ids.size
  }

  has(id: string): boolean {
    return this.ids.has(id)
  }

  /** Chooses one more, or leaves it out. */
  toggle(id: string): void {
    this.#last = id
    if (!this.ids.delete(id)) this.ids.add(id)
    this.#say()
  }

  /** Chooses these alone. */
  take(ids: Iterable<string>): void {
    const wanted = new Set(ids)
    for (const id of this.ids) if (!wanted.has(id)) this.ids.delete(id)
    for (const id of wanted) this.ids.add(id)
  }

  clear(): void {
    if (this.size === 0) return
    this.ids.clear()
    this.#say()
  }

  /** Brings what is chosen out from under the bar. */
  reveal(): void {
    this.#all().findLast((item) => this.has(item.dataset[this.#of]!) && item.getBoundingClientRect().top < innerHeight)?.scrollIntoView({ block: 'nearest' })
  }

  /** What has the focus. */
  get focused(): string | undefined {
    return this.#idOf(document.activeElement)
  }

  /** Listens for as long as the component lives that calls it while it is made. */
  listen(group: string): void {
    $effect(() => untrack(() => {
      const abort = new AbortController()
      const on = { signal: abort.signal, capture: true }
      document.addEventListener('click', (event) => this.#click(event), on)
      addEventListener('pointerdown', (event) => this.#press(event), on)
      addEventListener('contextmenu', (event) => { if (this.#isFinger && this.#idOf(event.target)) stop(event) }, on)
      addEventListener('pointermove', (event) => { if (event.pointerType !== 'touch') this.pointed = this.#idOf(event.target) }, on)
      addEventListener('focusin', () => (this.pointed = undefined), on)
      const off = keyMap.add([
        { keys: 'x', label: `Choose the ${this.#of}`, group, run: () => { const id = this.pointed ?? this.focused; if (id) this.toggle(id) } },
        { keys: 'Mod+a', label: `Choose all ${this.#of}s`, group, run: () => { this.take(this.#order()); this.#say() } },
      ])
      return () => { abort.abort(); off(); toasts.forget() }
    }))
    // Added last, so that it wins.
    $effect(() => (this.size > 0 ? untrack(() => keyMap.add([{ keys: 'Escape', run: () => this.clear() }])) : undefined))
  }

  #say(): void {
    announce(this.size > 0 ? `${figured(this.size, this.#of)} chosen` : 'Nothing is chosen any more')
  }

  #idOf(target: EventTarget | null): string | undefined {
    return target instanceof Element ? target.closest<HTMLElement>(`[data-${this.#of}]`)?.dataset[this.#of] : undefined
  }

  // What can be used: in an open dialog that alone.
  #all(): HTMLElement[] {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')
    return [...(root?.querySelectorAll<HTMLElement>(`[data-${this.#of}]:not([inert] *)`) ?? [])]
  }

  #order(): string[] {
    return this.#all().map((item) => item.dataset[this.#of]!)
  }

  #click(event: MouseEvent): void {
    if (this.#isSpent && event.detail > 0) return stop(event)
    const target = event.target as Element
    const id = this.#idOf(target)
    const isMore = event.ctrlKey || event.metaKey
    if (!id) {
      if (!isMore && !event.shiftKey && target.closest('main') && !target.closest(taken)) this.clear()
      return
    }
    if (event.button !== 0 || !(isMore || event.shiftKey || target.closest('.tick') || this.#isFinger && this.size > 0)) return
    stop(event)
    const order = this.#order()
    const [from, to] = [this.#last ?? id, id].map((each) => order.indexOf(each)).sort((a, b) => a - b)
    if (!event.shiftKey || from === undefined || from < 0) return this.toggle(id)
    for (const between of order.slice(from, to! + 1)) this.ids.add(between)
    this.#last = id
    this.#say()
  }

  #press(event: PointerEvent): void {
    this.#isFinger = event.pointerType === 'touch'
    this.#isSpent = false
    const target = event.target as HTMLElement
    const id = this.#idOf(target)
    if (this.#isFinger) {
      if (id) this.#rest(event, id)
    } else if (event.button === 0 && !id && target.closest('main') && !target.closest(`${taken}, ${words}`) && !document.querySelector('dialog[open]')) this.#frame(event, target)
  }

  // A finger that has rested and is lifted where it was has chosen.
  #rest(press: PointerEvent, id: string): void {
    const abort = new AbortController()
    const on = { signal: abort.signal }
    let hasMoved = false
    const off = onLongPress(press, () => (this.#isSpent = true))
    const end = () => { abort.abort(); off() }
    addEventListener('pointermove', (move) => { if (Math.hypot(move.clientX - press.clientX, move.clientY - press.clientY) > 8) hasMoved = true }, on)
    addEventListener('pointercancel', end, on)
    addEventListener('pointerup', () => {
      end()
      if (this.#isSpent && !hasMoved && !this.has(id)) this.toggle(id)
    }, on)
  }

  #frame(press: PointerEvent, ground: HTMLElement): void {
    const scroller = scrollerOf(ground)
    if (ground === scroller && press.offsetX >= ground.clientWidth) return
    const before = press.ctrlKey || press.metaKey || press.shiftKey ? [...this.ids] : []
    const begun = scroller.scrollTop
    const box = document.createElement('div')
    box.className = 'lasso'
    const abort = new AbortController()
    const on = { signal: abort.signal }
    let at = { x: press.clientX, y: press.clientY }
    let turn = 0
    const draw = () => {
      const y = press.clientY + begun - scroller.scrollTop
      const [left, right, top, bottom] = [Math.min(press.clientX, at.x), Math.max(press.clientX, at.x), Math.min(y, at.y), Math.max(y, at.y)]
      Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` })
      const hit = this.#all().filter((item) => {
        const r = item.getBoundingClientRect()
        return r.left < right && r.right > left && r.top < bottom && r.bottom > top
      })
      this.take([...before, ...hit.map((item) => item.dataset[this.#of]!)])
    }
    // At the edge what is shown goes on.
    const roll = () => {
      const { top, bottom } = scroller.getBoundingClientRect()
      const by = at.y > bottom - 32 ? 12 : at.y < top + 32 ? -12 : 0
      if (by) scroller.scrollTop += by
      if (by) draw()
      turn = requestAnimationFrame(roll)
    }
    const end = () => {
      abort.abort()
      cancelAnimationFrame(turn)
      if (!box.isConnected) return
      box.remove()
      this.#isSpent = true
      this.#say()
    }
    addEventListener('pointermove', (move) => {
      at = { x: move.clientX, y: move.clientY }
      if (!box.isConnected) {
        if (Math.hypot(at.x - press.clientX, at.y - press.clientY) < 5) return
        document.body.append(box)
        roll()
      }
      draw()
    }, on)
    addEventListener('selectstart', (event) => event.preventDefault(), on)
    for (const name of ['pointerup', 'pointercancel', 'blur'] as const) addEventListener(name, end, on)
    addEventListener('keydown', (key) => { if (key.key === 'Escape' && box.isConnected) { stop(key); this.take(before); end() } }, { ...on, capture: true })
  }
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let each: HTMLElement | null = element; each; each = each.parentElement) {
    if (each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY)) return each
  }
  return document.documentElement
}
