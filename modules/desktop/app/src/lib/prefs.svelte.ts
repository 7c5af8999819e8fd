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

export type Theme = 'light' | 'dark' | 'system'

class Prefs {
  #theme = $state<Theme>((read('theme') as Theme | null) ?? 'system')
  #singleKeys = $state(read('single-keys') !== 'off')
  #flags = $state<Record<string, boolean>>({})

  get theme(): Theme {
    return this.#theme
  }

  set theme(theme: Theme) {
    this.#theme = theme
    write('theme', theme === 'system' ? null : theme)
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }

  /** Whether single letters are commands. They are in the way of those who speak to their computer. */
  get singleKeys(): boolean {
    return this.#singleKeys
  }

  set singleKeys(on: boolean) {
    this.#singleKeys = on
    write('single-keys', on ? null : 'off')
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
