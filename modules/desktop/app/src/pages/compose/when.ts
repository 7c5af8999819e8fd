import type { InternalSchemas } from '../../api/client.ts'
import { longDay, minutesOf, spokenTime, wallTime } from '../../lib/time.ts'

export type LocalTime = InternalSchemas['LocalTime']

export interface Answer {
  text: string
  button: string
  instant: string
  time: string
}

/** What is asked about a time that clocks skip or show twice; null for every other. */
export function questionOf(said: LocalTime, clockOf: (instant: string) => string, offsetOf: (instant: string) => string): { text: string; answers: Answer[] } | null {
  const day = longDay(said.local.slice(0, 10))
  const time = spokenTime(said.local.slice(11, 16))
  if (said.kind === 'skipped') {
    const later = said.suggestedLocal.slice(11, 16)
    return {
      text: `${time} does not exist on ${day}: clocks in ${said.timezone} are set forward over it.`,
      answers: [{ text: '', button: `Take ${spokenTime(later)}`, instant: said.suggested, time: later }],
    }
  }
  if (said.kind === 'repeated') {
    return {
      text: `Clocks in ${said.timezone} show ${time} twice on ${day}. Which one?`,
      answers: said.instants.map((instant, i) => ({ text: offsetOf(instant), button: `The ${i === 0 ? 'first' : 'second'}, ${offsetOf(instant)}`, instant, time: clockOf(instant) })),
    }
  }
  return null
}

export interface Scale {
  from: number
  to: number
}

/** The hours of a ribbon: the waking ones, and more when something lies outside of them. */
export function scaleOf(hours: readonly number[]): Scale {
  return { from: hours.some((hour) => hour < 6) ? 0 : 6, to: hours.some((hour) => hour > 22) ? 24 : 22 }
}

/** Where an hour lies on the ribbon, in percent. */
export function placeOn(scale: Scale, hour: number): number {
  return ((hour - scale.from) / (scale.to - scale.from)) * 100
}

/** The hours that are written below it. */
export function ticksOf(scale: Scale): number[] {
  const step = scale.to - scale.from > 18 ? 4 : 2
  return Array.from({ length: Math.floor((scale.to - scale.from) / step) + 1 }, (_, i) => scale.from + i * step)
}

/** 9.5 of "09:30". */
export function hourOfTime(time: string): number {
  return minutesOf(time) / 60
}

/** "09:30" of 9.5, to five minutes and within the day. */
export function timeOfHour(hour: number): string {
  return wallTime(Math.min(24 * 60 - 5, Math.max(0, Math.round((hour * 60) / 5) * 5)))
}

/** The time as many minutes later, within the day. */
export function addMinutes(time: string, minutes: number): string {
  return wallTime(Math.min(24 * 60 - 1, Math.max(0, minutesOf(time) + minutes)))
}
