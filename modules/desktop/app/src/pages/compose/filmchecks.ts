import { internal, ok, type InternalSchemas, type MediaFile } from '../../api/client.ts'
import type { Query } from '../../lib/cache.svelte.ts'

export type FilmCheck = InternalSchemas['Check']

/** What the service has measured of films, and what it takes them for. */
export function checksOf(films: readonly MediaFile[]): Query<FilmCheck[]> | null {
  return films.length === 0 ? null : {
    key: `compose/checks/${films.map((film) => film.id).join()}`, kinds: ['media'],
    load: (signal) => Promise.all(films.map(({ id }) => ok(internal.GET('/media/{id}/check', { params: { path: { id } }, signal })))),
  }
}
