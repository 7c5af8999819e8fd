// What is done to several posts at once, said and undone in one.
import { internal, ok, type InternalSchemas } from '../api/client.ts'
import { invalidate, quietly } from './cache.svelte.ts'
import { asFailure, type Failure } from './failure.ts'
import { outcomeWords, type Done } from './outcomes.ts'
import { wallClock } from './time.ts'
import { toast } from './toast.svelte.ts'

type Request = InternalSchemas['BulkRequest']
type Outcome = InternalSchemas['BulkOutcome']
type Step = InternalSchemas['BulkStep']

/** What is asked, without the posts that it is asked for. */
export type Act = Omit<Request, 'postIds' | 'undo'>

const most = 500

async function send(body: Request): Promise<readonly Outcome[]> {
  const header = { 'Idempotency-Key': crypto.randomUUID() }
  const ask = () => ok(internal.POST('/posts/bulk', { params: { header }, body }))
  try {
    return (await ask()).results
  } catch (thrown) {
    // Without an answer nobody knows what was done. Under its name the same request does nothing twice.
    if (!asFailure(thrown).isLost) throw thrown
    return (await ask()).results
  }
}

async function parts<T>(list: readonly T[], ask: (part: T[]) => Request): Promise<{ outcomes: Outcome[]; failure?: Failure }> {
  const outcomes: Outcome[] = []
  try {
    await quietly(async () => {
      for (let i = 0; i < list.length; i += most) outcomes.push(...(await send(ask(list.slice(i, i + most)))))
    })
    return { outcomes }
  } catch (thrown) {
    return { outcomes, failure: asFailure(thrown) }
  } finally {
    invalidate('post', 'queue')
  }
}

// Whether clocks show another time than before, or than was asked for.
function isSkipped({ before, after }: Step, time?: string): boolean {
  if (!before.at || !after?.at) return false
  try {
    return wallClock(after.at, after.timezone) !== (time ?? wallClock(before.at, before.timezone))
  } catch {
    return false // A zone that this browser does not know.
  }
}

/** Does one thing to many posts, says what came of it and offers to undo it. Returns the posts to which it was not done. */
export async function bulk(ids: readonly string[], act: Act, done: Done): Promise<readonly string[]> {
  const { outcomes, failure } = await parts(ids, (postIds) => ({ ...act, postIds }))
  let said = outcomes.length > 0 ? outcomeWords(outcomes, done) : 'Nothing was done.'
  const steps = outcomes.flatMap((outcome) => outcome.undo ?? [])
  const skipped = act.action === 'time' || act.action === 'shift' && !act.minutes ? steps.filter((step) => isSkipped(step, act.time)).length : 0
  if (skipped > 0) said += ` Clocks skip the time of ${skipped} of them on that day: ${skipped === 1 ? 'it goes' : 'they go'} out later.`
  toast(failure ? `${said} ${failure.sentence}` : said, steps.length > 0 ? () => undo(steps) : undefined)
  const good = new Set(outcomes.flatMap((outcome) => (outcome.isDone ? outcome.postId : [])))
  return ids.filter((id) => !good.has(id))
}

async function undo(steps: readonly Step[]): Promise<void> {
  const { outcomes, failure } = await parts(steps, (part) => ({ action: 'undo', undo: part }))
  if (failure && outcomes.length === 0) throw failure
  toast(outcomeWords(outcomes, (isOne) => (isOne ? 'is back' : 'are back')))
}
