import { ownZone, clock, dayOf, namedDay, part } from '../../lib/time.ts'

/** 12:00:08 */
export function toTheSecond(instant: string, zone: string): string {
  return part(Date.parse(instant), zone, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
}

/** 12:00:08.012 */
export function toTheMillisecond(instant: string, zone: string): string {
  return `${toTheSecond(instant, zone)}.${instant.slice(20, 23).padEnd(3, '0')}`
}

/** today at 12:00, or Thu 10 Dec at 12:00. */
export function dayAndTime(instant: string, zone: string, now: number): string {
  return `${namedDay(dayOf(instant, zone), dayOf(now, zone))} at ${clock(instant, zone)}`
}

/** The same in the zone of a post, which is named unless it is that of this browser. */
export function dayAndTimeOf(instant: string, zone: string, now: number, here = ownZone()): string {
  return dayAndTime(instant, zone, now) + (zone === here ? '' : ` in ${zone}`)
}
