import { internal, ok, v1, type InternalSchemas, type MediaFile } from '../api/client.ts'
import { invalidate } from './cache.svelte.ts'
import { fitPictures } from './edits.ts'
import { asFailure } from './failure.ts'
import { toasts } from './toast.svelte.ts'
import { capital, count } from './words.ts'

type Draft = InternalSchemas['EditablePost']

const pause = 1_800_000

/** What the button says that makes as many posts of the files of a carousel. */
export const splitLabel = (files: number) => `${capital(count(files))} posts instead`

const alone = (file: MediaFile) => ({ mediaType: file.mimeType.startsWith('video/') ? ('REELS' as const) : ('IMAGE' as const), mediaFileId: file.id })

/** Leaves a draft the first of its files and makes a draft of each other one, half an hour apart; that can be undone. */
export async function splitCarousel({ id, socialAccountId: accountId, plannedFor, timezone }: Draft, files: readonly MediaFile[]): Promise<void> {
  const made: string[] = []
  const change = (body: InternalSchemas['PostChange']) => ok(internal.PUT('/posts/{id}', { params: { path: { id }, header: { 'If-Match': '*' } }, body }))
  // What was fitted to the others is not for one alone. The composer fits what could not be fitted here.
  const refit = (body: Pick<InternalSchemas['PreflightRequest'], 'mediaType' | 'mediaFileId' | 'mediaFileIds'>) => fitPictures({ accountId, ...body }).catch(() => undefined)
  const undo = async () => {
    // First, so that no file is without a post when something else fails.
    await change({ mediaType: 'CAROUSEL', mediaFileId: null, mediaFileIds: files.map((file) => file.id) })
    const remove = (other: string) => ok(v1.DELETE('/posts/{id}', { params: { path: { id: other } } })).catch((thrown: unknown) => {
      if (asFailure(thrown).status !== 404) throw thrown
    })
    await Promise.all(made.map(remove))
    await refit({ mediaType: 'CAROUSEL', mediaFileIds: files.map((file) => file.id) })
    invalidate('post')
  }
  try {
    for (const [i, file] of files.entries()) {
      const at = plannedFor && new Date(Date.parse(plannedFor) + i * pause).toISOString()
      if (i === 0) await change({ ...alone(file), mediaFileIds: null })
      else made.push((await ok(internal.POST('/posts/drafts', { body: { accountId, timezone, plannedFor: at, ...alone(file) } }))).id)
      await refit(alone(file))
    }
    toasts.show(`${capital(count(files.length))} drafts${plannedFor ? ', half an hour apart' : ''}.`, undo)
  } catch (thrown) {
    toasts.show(`Not all of them became posts. ${asFailure(thrown).sentence}`, undo)
  }
  invalidate('post')
}
