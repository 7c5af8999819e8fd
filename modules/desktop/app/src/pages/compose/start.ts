import { internal, ok, v1 } from '../../api/client.ts'
import { planning } from '../../lib/planning.svelte.ts'
import { wallClock, dayOf } from '../../lib/time.ts'
import { contentOf, kindFor, type Content } from './content.ts'

const day = /^\d{4}-\d{2}-\d{2}$/

/** What a new post begins with, by the address: ?date=, ?time=, ?copy= of another post, ?media= with files of the library. */
export async function startOf(query: URLSearchParams, zone: string): Promise<Partial<Content>> {
  const start: Partial<Content> = {}
  const copy = query.get('copy')
  if (copy) {
    const post = await ok(internal.GET('/posts/{id}', { params: { path: { id: copy } } }))
    Object.assign(start, contentOf(post, zone), { when: null, zone })
  }
  const media = query.get('media')?.split(',').slice(0, 10) ?? []
  if (media.length > 0) {
    start.files = await Promise.all(media.map((id) => ok(v1.GET('/media/{id}', { params: { path: { id } } }))))
    start.kind = kindFor(start.files, 'IMAGE')
  }
  const date = query.get('date')
  if (date && day.test(date)) start.when = { day: date, time: query.get('time') ?? planning.time, zone, instant: null }
  return start
}

/** What clocks show at an instant. */
export function wallOf(instant: string, zone: string): { day: string; time: string } {
  return { day: dayOf(instant, zone), time: wallClock(instant, zone) }
}
