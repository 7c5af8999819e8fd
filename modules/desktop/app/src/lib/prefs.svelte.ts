import type { InternalSchemas } from '../api/client.ts'
import { showTimes } from './time.ts'

// What this browser remembers. A browser that lets nothing be remembered works too.

export function read(name: string): string | null {
  try {
    return localStorage.getItem(`crier.${name}`)
  } catch {
    return null
  }
}

export function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`crier.${name}`)
    else localStorage.setItem(`crier.${name}`, value)
  } catch {
    // It lasts until the page is closed.
  }
}

export type Preferences = InternalSchemas['Preferences']
export type Theme = Preferences['theme']

export function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-GB', { timeZone: name }))
  } catch {
    return false
  }
}

// What this browser was told last: the page is drawn before the service has answered.
function remembered(): Preferences {
  const begun: Preferences = {
    zone: read('zone') ?? '', weekStart: 'monday', clock: '24', theme: (read('theme') as Theme | null) ?? 'system', singleKeys: read('single-keys') !== 'off', accountId: '', postTime: '',
  }
  try {
    return { ...begun, ...(JSON.parse(read('preferences') ?? '{}') as Partial<Preferences>) }
  } catch {
    return begun
  }
}

class Prefs {
  #all = $state.raw(remembered())
  #flags = $state<Record<string, boolean>>({})
  /** Another number whenever another tab has changed how days and times are shown. */
  drawn = $state(0)
  /** Has the service keep what was chosen. */
  keep: (all: Preferences) => void = () => undefined

  constructor() {
    this.#show()
  }

  get all(): Preferences {
    return this.#all
  }

  /** The zone of the views; empty for that of the browser, or where this browser does not know it. */
  get zone(): string {
    return isZone(this.#all.zone) ? this.#all.zone : ''
  }

  get theme(): Theme {
    return this.#all.theme
  }

  /** Whether single letters are commands. They are in the way of those who speak to their computer. */
  get singleKeys(): boolean {
    return this.#all.singleKeys
  }

  get accountId(): string {
    return this.#all.accountId
  }

  get postTime(): string {
    return this.#all.postTime
  }

  choose(change: Partial<Preferences>): void {
    this.#set({ ...this.#all, ...change })
    this.keep(this.#all)
  }

  /** Takes what the service keeps. Until something was chosen there, what this browser remembers holds. */
  take({ isChosen, ...told }: InternalSchemas['ShownPreferences']): void {
    const { zone, weekStart, clock } = this.#all
    if (!isChosen) return
    this.#set(told)
    // What is being written is not drawn again.
    if ((zone !== told.zone || weekStart !== told.weekStart || clock !== told.clock) && !document.querySelector('[data-writing], dialog[open]')) this.drawn++
  }

  #set(all: Preferences): void {
    this.#all = all
    write('preferences', JSON.stringify(all))
    write('theme', all.theme === 'system' ? null : all.theme)
    this.#show()
  }

  #show(): void {
    const { clock, weekStart, theme } = this.#all
    showTimes({ zone: this.zone, has12Hours: clock === '12', weekBegins: { sunday: 0, monday: 1, saturday: 6 }[weekStart] })
    if (typeof document === 'undefined') return
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    // What the browser draws around an installed page has the colours of that theme too.
    document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').forEach((meta, i) => {
      const its = i ? 'dark' : 'light'
      meta.media = theme === 'system' ? `(prefers-color-scheme: ${its})` : theme === its ? 'all' : 'not all'
    })
  }

  /** Whether something was seen or skipped before, such as the welcome. */
  has(name: string): boolean {
    return this.#flags[name] ?? read(name) === 'yes'
  }

  set(name: string, on: boolean): void {
    this.#flags[name] = on
    write(name, on ? 'yes' : null)
  }
}

export const prefs = new Prefs()
