// What is done to several posts at once. Each function returns the posts that it could not be done to.
import { internal, ok, type InternalSchemas } from '../../api/client.ts'
import { invalidate } from '../../lib/cache.svelte.ts'
import { asFailure, sentence } from '../../lib/failure.ts'
import { toast } from '../../lib/toast.svelte.ts'
import { capital, counted } from '../../lib/words.ts'
import type { Summary } from './moves.ts'

type Request = InternalSchemas['BulkRequest']
type Outcome = Pick<InternalSchemas['BulkOutcome'], 'postId' | 'isDone' | 'error'>

const most = 200

async function send(request: Request, key: string): Promise<readonly Outcome[]> {
  const ask = () => ok(internal.POST('/posts/bulk', { params: { header: { 'Idempotency-Key': key } }, body: request }))
  try {
    return (await ask()).results
  } catch (thrown) {
    // Without an answer nobody knows what was done. Under its name the same request does nothing twice.
    if (!asFailure(thrown).isLost) throw thrown
    return (await ask()).results
  }
}

// Says what came of the posts, and returns those that it could not be done to.
function tell(outcomes: readonly Outcome[], done: string, undo?: (ids: readonly string[]) => Promise<unknown>): readonly string[] {
  invalidate('post', 'queue')
  const good = outcomes.filter((outcome) => outcome.isDone).map((outcome) => outcome.postId)
  const bad = outcomes.filter((outcome) => !outcome.isDone)
  const words = `${capital(counted(good.length, 'post'))} ${done}.`
  const why = bad.length > 0 ? ` ${capital(counted(bad.length, 'post'))} ${bad.length === 1 ? 'stays as it is' : 'stay as they are'}: ${sentence(bad[0]?.error ?? '')}` : ''
  toast(words + why, undo && good.length > 0 ? () => void undo(good) : undefined)
  return bad.map((outcome) => outcome.postId)
}

async function all(request: Request, done: string, undo?: (ids: readonly string[]) => Promise<unknown>): Promise<readonly string[]> {
  const outcomes: Outcome[] = []
  const ids = request.postIds
  try {
    for (let i = 0; i < ids.length; i += most) outcomes.push(...(await send({ ...request, postIds: ids.slice(i, i + most) }, crypto.randomUUID())))
  } catch (thrown) {
    toast(`${outcomes.length === 0 ? 'Nothing was done' : `${capital(counted(outcomes.length, 'post'))} ${done}, the others not`}. ${asFailure(thrown).sentence}`)
    invalidate('post', 'queue')
    return ids.slice(outcomes.length)
  }
  return tell(outcomes, done, undo)
}

/** Moves posts by days; clocks show the same time then. Undone, each is back at the time at which it was found. */
export function shiftAll(ids: readonly string[], days: number, find: (id: string) => Summary | undefined): Promise<readonly string[]> {
  const before = ids.flatMap((id) => find(id) ?? [])
  // As many days back may be another time, where clocks skip that of the day after or show it twice.
  const back = async (post: Summary): Promise<Outcome> => {
    const body = post.status === 'DRAFT' ? { plannedFor: post.at } : { scheduledFor: post.at ?? '' }
    const failure = await ok(internal.PUT('/posts/{id}', { params: { path: { id: post.id }, header: { 'If-Match': '*' } }, body })).then(() => null, asFailure)
    return { postId: post.id, isDone: !failure, error: failure?.message ?? null }
  }
  return all({ action: 'shift', postIds: [...ids], days }, `moved to the ${days === 1 ? 'day' : 'week'} after`, async (moved) =>
    tell(await Promise.all(before.filter((post) => moved.includes(post.id)).map(back)), 'are back'))
}

/** Takes scheduled posts back to drafts. */
export const draftAll = (ids: readonly string[]): Promise<readonly string[]> => all({ action: 'cancel', postIds: [...ids] }, 'became drafts, and nothing goes out')

/** Takes posts out of Crier. */
export const deleteAll = (ids: readonly string[]): Promise<readonly string[]> => all({ action: 'delete', postIds: [...ids] }, 'deleted')
