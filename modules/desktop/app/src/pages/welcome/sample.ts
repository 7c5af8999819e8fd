import { ok, send, v1 } from '../../api/client.ts'
import { Failure, failureOf } from '../../lib/failure.ts'

/** Where the picture is that the first post is tried with. */
export const samplePicture = new URL('./sample.jpg', import.meta.url).href

const sampleCaption = 'Friday country loaf.\n\nTwo days of waiting, one hour of heat. Thirty of them, from eight.'

/** Puts the sample picture into the library, and returns its id. */
export async function uploadSample(): Promise<string> {
  const picture = await send(samplePicture)
  const form = new FormData()
  form.append('file', await picture.blob(), 'friday-country-loaf.jpg')
  const uploaded = await send('/api/v1/media/upload', { method: 'POST', body: form })
  const file = (await uploaded.json()) as { id?: string }
  if (!uploaded.ok || !file.id) throw failureOf(uploaded, file)
  return file.id
}

/** Makes a draft of the sample picture for the first account, and returns its id. */
export async function makeSample(): Promise<string> {
  const { accounts } = await ok(v1.GET('/auth/me'))
  const account = accounts[0]
  if (!account) throw new Failure('there is no account to post as; connect one first')
  const mediaFileId = await uploadSample()
  const draft = await ok(v1.POST('/posts/draft', { body: { accountId: account.id, mediaType: 'IMAGE', mediaFileId, caption: sampleCaption } }))
  return draft.id
}
