import { browserZone } from './time.ts'

// What this browser remembers about planning. One that lets nothing be remembered works too.
function stored(name: string): string | null {
  try {
    return localStorage.getItem(`crier.${name}`)
  } catch {
    return null
  }
}

function store(name: string, value: string): void {
  try {
    localStorage.setItem(`crier.${name}`, value)
  } catch {
    // It lasts until the page is closed.
  }
}

function isZone(name: string | null): name is string {
  if (!name) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-GB', { timeZone: name }))
  } catch {
    return false
  }
}

class Planning {
  #zone = $state(stored('zone'))
  #time = $state(stored('time'))

  /** The zone whose days and hours are shown: that of this browser, until another one is chosen. */
  get zone(): string {
    return isZone(this.#zone) ? this.#zone : browserZone()
  }

  set zone(name: string) {
    this.#zone = name
    store('zone', name)
  }

  /** The time that a post was last given, for the next one. */
  get time(): string {
    return /^([01]\d|2[0-3]):[0-5]\d$/.test(this.#time ?? '') ? (this.#time ?? '') : '09:00'
  }

  set time(time: string) {
    this.#time = time
    store('time', time)
  }
}

export const planning = new Planning()
export { isZone }
