import type { InternalSchemas } from '../api/client.ts'

/** The items by what they have in common, in the order in which each was first met. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** A code can have several reasons, each of which is a cause of its own. One whose posts are too many to be told stays whole, and so does one that is about the account. */
export function byReason(group: InternalSchemas['FailureGroup']): InternalSchemas['FailureGroup'][] {
  if (group.posts.length < group.count || ['TOKEN_EXPIRED', 'NOT_FOUND'].includes(group.code)) return [group]
  return [...groupBy(group.posts, (post) => post.errorMessage ?? '')].map(([message, posts]) => ({ ...group, message: message || null, posts, count: posts.length }))
}
