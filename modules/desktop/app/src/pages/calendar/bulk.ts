// What is done to several posts at once. Each function returns the posts that it could not be done to.
import { internal, ok, type InternalSchemas } from '../../api/client.ts'
import { invalidate } from '../../lib/cache.svelte.ts'
import { asFailure, sentence } from '../../lib/failure.ts'
import { toast } from '../../lib/toast.svelte.ts'
import { capital, counted } from '../../lib/words.ts'

type Request = InternalSchemas['BulkRequest']

const most = 200

async function send(request: Request, key: string): Promise<readonly InternalSchemas['BulkOutcome'][]> {
  const ask = () => ok(internal.POST('/posts/bulk', { params: { header: { 'Idempotency-Key': key } }, body: request }))
  try {
    return (await ask()).results
  } catch (thrown) {
    // Without an answer nobody knows what was done. Under its name the same request does nothing twice.
    if (!asFailure(thrown).isLost) throw thrown
    return (await ask()).results
  }
}

async function all(request: Request, done: string, undo?: (ids: readonly string[]) => Promise<unknown>): Promise<readonly string[]> {
  const outcomes: InternalSchemas['BulkOutcome'][] = []
  const ids = request.postIds
  try {
    for (let i = 0; i < ids.length; i += most) outcomes.push(...(await send({ ...request, postIds: ids.slice(i, i + most) }, crypto.randomUUID())))
  } catch (thrown) {
    toast(`${outcomes.length === 0 ? 'Nothing was done' : `${capital(counted(outcomes.length, 'post'))} ${done}, the others not`}. ${asFailure(thrown).sentence}`)
    invalidate('post', 'queue')
    return ids.slice(outcomes.length)
  }
  invalidate('post', 'queue')
  const good = outcomes.filter((outcome) => outcome.isDone).map((outcome) => outcome.postId)
  const bad = outcomes.filter((outcome) => !outcome.isDone)
  const words = `${capital(counted(good.length, 'post'))} ${done}.`
  const why = bad.length > 0 ? ` ${capital(counted(bad.length, 'post'))} ${bad.length === 1 ? 'stays as it is' : 'stay as they are'}: ${sentence(bad[0]?.error ?? '')}` : ''
  toast(words + why, undo && good.length > 0 ? () => void undo(good) : undefined)
  return bad.map((outcome) => outcome.postId)
}

/** Moves posts by days; clocks show the same time then. */
export function shiftAll(ids: readonly string[], days: number): Promise<readonly string[]> {
  const words = days < 0 ? 'are back' : days === 1 ? 'moved to the day after' : 'moved to the week after'
  return all({ action: 'shift', postIds: [...ids], days }, words, days > 0 ? (moved) => shiftAll(moved, -days) : undefined)
}

/** Takes scheduled posts back to drafts. */
export const draftAll = (ids: readonly string[]): Promise<readonly string[]> => all({ action: 'cancel', postIds: [...ids] }, 'became drafts, and nothing goes out')

/** Takes posts out of Crier. */
export const deleteAll = (ids: readonly string[]): Promise<readonly string[]> => all({ action: 'delete', postIds: [...ids] }, 'deleted')
