import { internal, ok, v1, type InternalSchemas, type Post } from '../../api/client.ts'

type Content = InternalSchemas['PlannedDraft']

function listOf<T>(text: string | null): T[] | undefined {
  if (!text) return undefined
  const list = JSON.parse(text) as T[]
  return list.length > 0 ? list : undefined
}

/** What of a post another one takes over: everything but when it goes out. */
export function contentOf(post: Post): Content {
  const files = post.mediaFiles.map((file) => file.id)
  const given = {
    mediaFileId: post.mediaType === 'CAROUSEL' ? undefined : files[0],
    mediaFileIds: post.mediaType === 'CAROUSEL' ? files : undefined,
    caption: post.caption ?? undefined,
    locationId: post.locationId ?? undefined,
    locationName: post.locationName ?? undefined,
    altText: post.altText ?? undefined,
    crossPostToPartner: post.crossPostToPartner || undefined,
    userTags: listOf<NonNullable<Content['userTags']>[number]>(post.userTags),
    collaborators: listOf<string>(post.collaborators),
    storyMentions: listOf<NonNullable<Content['storyMentions']>[number]>(post.storyMentions),
    timezone: post.timezone,
  }
  const kept = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { accountId: post.socialAccountId, mediaType: post.mediaType, ...kept }
}

/** Makes a draft like the post, and returns its id. */
export async function duplicate(post: Post): Promise<string> {
  const draft = await ok(internal.POST('/posts/drafts', { body: contentOf(post) }))
  return draft.id
}

export const retry = (id: string) => ok(v1.POST('/posts/{id}/retry', { params: { path: { id } } }))
export const cancel = (id: string) => ok(v1.DELETE('/schedule/{id}', { params: { path: { id } } }))
export const forget = (id: string) => ok(v1.DELETE('/posts/{id}', { params: { path: { id } } }))

/** Deletes a post at the network, and its copy on the Page where that is wanted. */
export function removeEverywhere(id: string, partner: boolean) {
  return ok(v1.DELETE('/posts/{id}/instagram', { params: { path: { id }, query: { partner } } }))
}

/** Gives a scheduled post another time. */
export function move(id: string, scheduledFor: string, timezone: string) {
  return ok(v1.PUT('/schedule/{id}', { params: { path: { id } }, body: { scheduledFor, timezone } }))
}

/** Asks which instants clocks show a time at. */
export function localTime(local: string, timezone: string) {
  return ok(internal.GET('/schedule/local-time', { params: { query: { local, timezone } } }))
}
