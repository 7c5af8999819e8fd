import { read, write } from './prefs.svelte.ts'
import { browserZone } from './time.ts'

function isZone(name: string | null): name is string {
  if (!name) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-GB', { timeZone: name }))
  } catch {
    return false
  }
}

class Planning {
  #zone = $state(read('zone'))
  #time = $state(read('time'))

  /** The zone whose days and hours are shown: that of this browser, until another one is chosen. */
  get zone(): string {
    return isZone(this.#zone) ? this.#zone : browserZone()
  }

  set zone(name: string) {
    this.#zone = name
    write('zone', name)
  }

  /** The time that a post was last given, for the next one. */
  get time(): string {
    return /^([01]\d|2[0-3]):[0-5]\d$/.test(this.#time ?? '') ? (this.#time ?? '') : '09:00'
  }

  set time(time: string) {
    this.#time = time
    write('time', time)
  }
}

export const planning = new Planning()
export { isZone }

/** The name of the offset at an instant, such as GMT+2. */
export function offsetIn(instant: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(Date.parse(instant))
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
}
