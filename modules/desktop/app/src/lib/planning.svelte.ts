import { isZone, prefs, read, write } from './prefs.svelte.ts'
import { browserZone } from './time.ts'

class Planning {
  #time = $state(read('time'))

  /** The zone whose days and hours are shown: that of this browser, until another one is chosen. */
  get zone(): string {
    return prefs.zone || browserZone()
  }

  set zone(name: string) {
    prefs.choose({ zone: name })
  }

  /** The time that a new post begins with: the chosen one, or that which a post was last given. */
  get time(): string {
    return prefs.postTime || (/^([01]\d|2[0-3]):[0-5]\d$/.test(this.#time ?? '') ? (this.#time ?? '') : '09:00')
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
