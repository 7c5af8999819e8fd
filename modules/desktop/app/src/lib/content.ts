import type { InternalSchemas, Post } from '../api/client.ts'

type Editable = InternalSchemas['EditablePost'] | Post

// The service tells lists in a post as texts of JSON.
function listIn<T>(text: string | null): T[] | undefined {
  return text ? (JSON.parse(text) as T[]) : undefined
}

/** What a post says and shows, as another post is made of it. */
export function contentOf(post: Editable) {
  const files = post.mediaFiles.map((file) => file.id)
  const collaborators = listIn<string>(post.collaborators)
  const userTags = listIn<InternalSchemas['UserTag']>(post.userTags)
  const storyMentions = listIn<InternalSchemas['StoryMention']>(post.storyMentions)
  return {
    accountId: post.socialAccountId, mediaType: post.mediaType, caption: post.caption, altText: post.altText, locationId: post.locationId,
    locationName: post.locationName, crossPostToPartner: post.crossPostToPartner, firstComment: post.firstComment, coverMediaFileId: post.coverMediaFileId,
    thumbOffsetMs: post.thumbOffsetMs, shareToFeed: post.shareToFeed, altTexts: post.altTexts, peopleTagged: post.peopleTagged, isAiGenerated: post.isAiGenerated, trial: post.trial,
    ...(collaborators && { collaborators }), ...(userTags && { userTags }), ...(storyMentions && { storyMentions }),
    ...(post.mediaType === 'CAROUSEL' ? files.length > 1 && { mediaFileIds: files } : files[0] && { mediaFileId: files[0] }),
  }
}
