// What the page of a post asks the service to do with it.
import { internal, ok, v1, type Post } from '../../api/client.ts'
import { contentOf } from '../../lib/content.ts'

/** Makes a draft like the post, and returns its id. */
export async function duplicate(post: Post): Promise<string> {
  const draft = await ok(internal.POST('/posts/drafts', { body: { ...contentOf(post), timezone: post.timezone } }))
  return draft.id
}

/** Retries a failed post. */
export const retry = (id: string) => ok(v1.POST('/posts/{id}/retry', { params: { path: { id } } }))

/** Has a draft, or a post that waits, go out at once. */
export const publish = (id: string) => ok(internal.POST('/posts/{id}/publish', { params: { path: { id } } }))

/** Makes a scheduled post a draft. */
export const cancel = (id: string) => ok(v1.DELETE('/schedule/{id}', { params: { path: { id } } }))

/** Deletes a post at the network, and its copy on the Page where that is wanted. */
export function deleteAtNetwork(id: string, partner: boolean) {
  return ok(v1.DELETE('/posts/{id}/instagram', { params: { path: { id }, query: { partner } } }))
}

/** Gives a scheduled post another time. */
export function reschedule(id: string, scheduledFor: string, timezone: string) {
  return ok(v1.PUT('/schedule/{id}', { params: { path: { id } }, body: { scheduledFor, timezone } }))
}
