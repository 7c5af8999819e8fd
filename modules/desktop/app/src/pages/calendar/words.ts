import type { InternalSchemas } from '../../api/client.ts'
import { kindOf } from '../../ui/status.ts'

export type PostSummaryType = InternalSchemas['PostSummary']['mediaType']
export type PostSummaryStatus = InternalSchemas['PostSummary']['status']

export const types: readonly { value: PostSummaryType; name: string }[] = [
  { value: 'IMAGE', name: 'Pictures' }, { value: 'CAROUSEL', name: 'Carousels' }, { value: 'REELS', name: 'Reels' }, { value: 'STORIES', name: 'Stories' },
]

// What is on its way has three statuses of the service, and one name.
export const statuses: readonly { value: PostSummaryStatus; name: string }[] = [
  { value: 'DRAFT', name: 'Drafts' }, { value: 'SCHEDULED', name: 'Scheduled' }, { value: 'QUEUED', name: 'Publishing' },
  { value: 'PUBLISHED', name: 'Published' }, { value: 'FAILED', name: 'Not published' },
]

/** What the tray says of a draft: what it is, or the file that it lacks. No post needs a caption, and a story can have none. */
export function traySays(post: Pick<InternalSchemas['PostSummary'], 'mediaType' | 'mediaCount'>): string {
  if (post.mediaCount === 0) return `Needs a ${post.mediaType === 'REELS' ? 'video' : 'picture'}`
  return kindOf(post) + (post.mediaType === 'CAROUSEL' ? ` of ${post.mediaCount}` : '')
}
