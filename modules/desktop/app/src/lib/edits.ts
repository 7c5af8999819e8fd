import { internal, ok, type InternalSchemas, type MediaFile } from '../api/client.ts'

export type Edits = InternalSchemas['Spec']

/** Has the edits of a file kept in place of those that it has, also as the page is closed. */
export async function keepEdits(id: string, edits: Edits): Promise<MediaFile> {
  return (await ok(internal.PUT('/media/{id}/edits', { params: { path: { id } }, body: edits, keepalive: true }))).mediaFile
}

/** Fits the pictures of a new draft, as the composer does with those that come into a post. */
export async function fitPictures(body: InternalSchemas['PreflightRequest']): Promise<void> {
  const { fits } = await ok(internal.POST('/posts/preflight', { body }))
  for (const fit of fits) if (fit.isDue) await keepEdits(fit.mediaFileId, fit.best)
}
