import { untrack } from 'svelte'
import { nameOf } from './keynames.ts'
import { prefs } from './prefs.svelte.ts'

export interface Key {
  /** Such as "n", "g c", "ArrowLeft", "Mod+Enter" or "Alt+Shift+ArrowRight"; Mod is Ctrl, or Cmd on a Mac. */
  keys: string
  /** What it does, as the help says it. Without it the help leaves the key out. */
  label?: string
  /** Where the help lists it. */
  group?: string
  run: (event: KeyboardEvent) => void
  /** Whether it also works while a dialog is open. */
  inDialog?: boolean
}

class KeyMap {
  list = $state.raw<readonly Key[]>([])
  // What an effect reads of state while it ends is from before the last change, so the truth is here.
  #all: readonly Key[] = []
  #started = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  add(keys: readonly Key[]): () => void {
    this.list = this.#all = [...this.#all, ...keys]
    return () => (this.list = this.#all = this.#all.filter((key) => !keys.includes(key)))
  }

  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return
    const name = nameOf(event)
    const isSingle = name.length === 1
    if (isSingle && (!prefs.singleKeys || isTyping(event))) return
    // In a field, to undo is to take back what was typed, and all is the text.
    if (isTyping(event) && (/^Mod\+[az]$/.test(name) || !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== 'Escape')) return
    // Letters beside the fields of what is being written were meant for the fields.
    const hasDialog = document.querySelector('dialog[open]' + (isSingle ? ',[role=dialog],[data-writing]' : '')) !== null
    const sequence = this.#started ? `${this.#started} ${name}` : name
    // Those that were added last are those of the page, and win.
    const found = this.list.findLast((key) => key.keys === sequence && (!hasDialog || key.inDialog))
    if (found) {
      this.#begin('')
      event.preventDefault()
      found.run(event)
    } else {
      this.#begin(!hasDialog && isSingle && this.list.some((key) => key.keys.startsWith(`${name} `)) ? name : '')
    }
  }

  #begin(name: string): void {
    clearTimeout(this.#timer)
    this.#started = name
    if (name) this.#timer = setTimeout(() => (this.#started = ''), 1_500)
  }
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  if (!target || !('matches' in target)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range])')
}

export const keyMap = new KeyMap()

/** Has the keys work for as long as the component lives. Call it while the component is made. */
export function useKeys(keys: readonly Key[]): void {
  $effect(() => untrack(() => keyMap.add(keys)))
}
