// Moves posts: shows at once where each is going, asks the service, and puts back what it refuses.
import { internal, ok, v1, type InternalSchemas } from '../../api/client.ts'
import { bulk } from '../../lib/bulk.ts'
import { invalidate } from '../../lib/cache.svelte.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { asFailure, Failure } from '../../lib/failure.ts'
import { planning } from '../../lib/planning.svelte.ts'
import { serviceNow } from '../../lib/time.ts'
import { toasts } from '../../lib/toast.svelte.ts'
import { nameOf } from '../../ui/status.ts'
import { contentOf } from '../../lib/content.ts'
import { fixedBecause, localOf, onDay, ownWall, pastBecause, wallIn, wallWords, type Moved, type Summary, type Wall } from './moves.ts'

export type LocalTime = InternalSchemas['LocalTime']

/** Somebody is asked which instant a wall time means. */
export interface Question {
  post: Summary
  wall: Wall
  told: LocalTime
  answer: (instant: string | null) => void
}

export class Planner {
  /** Where posts are shown that the service has not confirmed yet. */
  moved = $state.raw<ReadonlyMap<string, Moved>>(new Map())
  question = $state.raw<Question>()
  /** Called once a post is somewhere else on the screen; isBack says that it was refused. */
  onplace: (id: string, isBack: boolean) => void = () => undefined
  /** Asks the service again what the days have. */
  reload: () => Promise<unknown> = () => Promise.resolve()

  #latest = new Map<string, Wall>()
  /** The instants of wall times that somebody has agreed to already. */
  #agreed = new WeakMap<Wall, string>()
  /** The answer to the question that was asked last. */
  #answered: Promise<string | null> = Promise.resolve(null)
  #toast = 0

  /** Says why the post cannot go there; null when it can. */
  refusal(post: Summary, to: Wall | null): string | null {
    return this.#held(post) ?? (to && pastBecause(to, serviceNow()))
  }

  #held(post: Summary): string | null {
    return fixedBecause(post) ?? (connection.up ? null : 'Crier is not running. Nothing can be changed until it is back.')
  }

  /** The wall time that a post has or is on its way to, in the zone that it was planned in. */
  wallOf(post: Summary): Wall | null {
    return this.#latest.get(post.id) ?? ownWall(post, planning.zone)
  }

  /** Where the post comes to lie on a day that the view shows. */
  onDay(post: Summary, date: string): Wall {
    return onDay(post, date, planning.zone, planning.time, this.wallOf(post))
  }

  /** Moves a post to a wall time. Of several moves while the service is asked, the last one counts. */
  async move(post: Summary, to: Wall, instant?: string): Promise<boolean> {
    const refused = this.refusal(post, to)
    if (refused) {
      this.#say(`${nameOf(post)} stays. ${refused}`)
      return false
    }
    if (instant) this.#agreed.set(to, instant)
    const isUnderWay = this.#latest.has(post.id)
    this.#latest.set(post.id, to)
    this.#show(post, to)
    if (isUnderWay) return false
    return this.#run(post)
  }

  async #run(before: Summary): Promise<boolean> {
    let current = before
    try {
      for (let sent: Wall | undefined; sent !== this.#latest.get(before.id); ) {
        const wall = this.#latest.get(before.id)
        if (!wall) break
        sent = wall
        const instant = await this.#instantOf(before, wall)
        if (wall !== this.#latest.get(before.id)) continue
        if (instant === null) {
          this.#back(before.id)
          return false
        }
        current = await this.#put(current, instant, wall)
      }
    } catch (thrown) {
      this.#refused(before, asFailure(thrown))
      return false
    }
    this.#latest.delete(before.id)
    const where = current.localTime && { date: current.localTime.slice(0, 10), time: current.localTime.slice(11, 16), zone: planning.zone }
    const place = where ? wallWords(where, planning.zone) : 'no date'
    this.#finish(before, current, `${nameOf(before)} ${before.at === null ? `is a draft for ${place}: it goes out only once you schedule it` : `moved to ${place}`}`)
    return true
  }

  /** Takes a post off its day: a scheduled one becomes a draft of the same time, a draft goes to the tray. */
  async toDraft(post: Summary, toTray = post.status === 'DRAFT'): Promise<void> {
    const refused = this.#held(post)
    if (refused) return this.#say(`${nameOf(post)} stays. ${refused}`)
    if (post.status === 'DRAFT' && post.at === null) return this.#say(`${nameOf(post)} is an undated draft already.`)
    const shown: Summary = { ...post, status: 'DRAFT', ...(toTray && { at: null, localTime: null }) }
    this.#place(shown, post)
    let outcome: string | undefined
    try {
      if (post.status === 'SCHEDULED') {
        await ok(v1.DELETE('/schedule/{id}', { params: { path: { id: post.id } } }))
        outcome = 'is an undated draft now'
        if (!toTray) await this.#change(post.id, '*', { plannedFor: post.at, timezone: post.timezone })
      } else {
        await this.#change(post.id, post.updatedAt, { plannedFor: null })
      }
    } catch (thrown) {
      return this.#refused(post, asFailure(thrown), outcome)
    }
    await this.#settle(post.id)
    this.#say(toTray ? `${nameOf(post)} is an undated draft now` : `${nameOf(post)} is a draft now, and nothing goes out`, () => this.#restore(post, true))
  }

  /** Makes a draft with what the post says and shows, on the same day. */
  async duplicate(post: Summary): Promise<void> {
    try {
      const whole = await ok(internal.GET('/posts/{id}', { params: { path: { id: post.id } } }))
      const plannedFor = post.at !== null && Date.parse(post.at) > serviceNow() ? post.at : null
      await ok(internal.POST('/posts/drafts', { body: { ...contentOf(whole), plannedFor, timezone: post.timezone } }))
      invalidate('post')
      await this.reload()
      this.#say(`${nameOf(post)} was duplicated. The copy is ${plannedFor ? 'a draft of the same time' : 'an undated draft'}.`)
    } catch (thrown) {
      this.#say(`${nameOf(post)} was not duplicated. ${asFailure(thrown).sentence}`)
    }
  }

  /** Has a draft, or a post that waits, go out at once. */
  publishNow(post: Summary): Promise<void> {
    return this.#ask(post, 'is on its way.', 'was not published', () => ok(internal.POST('/posts/{id}/publish', { params: { path: { id: post.id } } })))
  }

  /** Deletes a post from the history, which can be undone. */
  async remove(post: Summary): Promise<void> {
    await bulk([post.id], { action: 'delete' }, 'deleted')
    await this.reload()
  }

  /** Has a post that failed looked for, and sent again where it is not found. */
  retry(post: Summary): Promise<void> {
    return this.#ask(post, 'is looked for, and sent again where it is not there.', 'was not tried again', () => ok(v1.POST('/posts/{id}/retry', { params: { path: { id: post.id } } })))
  }

  async #ask(post: Summary, done: string, not: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
      this.#say(`${nameOf(post)} ${done}`)
    } catch (thrown) {
      const failure = asFailure(thrown)
      this.#say(`${nameOf(post)} ${failure.isLost ? 'may be on its way all the same' : not}. ${failure.sentence}`)
    }
    invalidate('post', 'queue')
    await this.reload()
  }

  /** Shows several posts where they are going while act has them moved. */
  async carry(changes: readonly { post: Summary; to: Wall }[], act: () => Promise<unknown>): Promise<void> {
    const shown = new Map(this.moved)
    for (const { post, to } of changes) shown.set(post.id, this.#going(post, to))
    this.moved = shown
    if (changes[0]) this.onplace(changes[0].post.id, false)
    await act()
    await this.reload()
    const rest = new Map(this.moved)
    for (const { post } of changes) if (!this.#latest.has(post.id)) rest.delete(post.id)
    this.moved = rest
  }

  async #instantOf(post: Summary, wall: Wall): Promise<string | null> {
    const agreed = this.#agreed.get(wall)
    if (agreed) return agreed
    const told = await ok(internal.GET('/schedule/local-time', { params: { query: { local: localOf(wall), timezone: wall.zone } } }))
    if (told.kind === 'unique') return told.suggested
    // A question in the place of another would leave that one's post without an answer.
    return (this.#answered = this.#answered.then(() => new Promise((resolve) => {
      const answer = (instant: string | null) => {
        this.question = undefined
        resolve(instant)
      }
      this.question = { post, wall, told, answer }
    })))
  }

  #change(id: string, seen: string, body: InternalSchemas['PostChange']) {
    return ok(internal.PUT('/posts/{id}', { params: { path: { id }, header: { 'If-Match': seen } }, body }))
  }

  async #put(post: Summary, instant: string, wall: Wall): Promise<Summary> {
    const change = post.status === 'DRAFT' ? { plannedFor: instant, ...(post.at === null && { timezone: wall.zone }) } : { scheduledFor: instant }
    const changed = await this.#change(post.id, post.updatedAt, change)
    return this.#at({ ...post, updatedAt: changed.updatedAt }, changed.plannedFor ?? changed.scheduledFor)
  }

  #at(post: Summary, instant: string | null): Summary {
    const wall = instant && wallIn({ at: instant }, planning.zone)
    return { ...post, at: instant, localTime: wall ? localOf(wall) : null }
  }

  /** Puts a post back to where it was, as undoing does. Only where the undone act took it off the schedule it goes out again. */
  async #restore(post: Summary, wasTakenBack = false): Promise<void> {
    this.#place(post, post)
    try {
      const now = await ok(internal.GET('/posts/{id}', { params: { path: { id: post.id } } }))
      if (now.status !== post.status && !wasTakenBack) throw new Failure(now.status === 'DRAFT' ? 'it has become a draft since' : 'it is no draft any more', { status: 409 })
      if (post.status === 'SCHEDULED' && now.status === 'DRAFT') {
        await ok(v1.POST('/schedule', { body: { ...contentOf(now), draftId: post.id, scheduledFor: post.at ?? '', timezone: post.timezone } }))
      } else {
        await this.#change(post.id, now.updatedAt, post.status === 'DRAFT' ? { plannedFor: post.at } : { scheduledFor: post.at ?? '' })
      }
    } catch (thrown) {
      return this.#refused(post, asFailure(thrown), 'was not put back')
    }
    await this.#settle(post.id)
    const wall = wallIn(post, planning.zone)
    this.#say(`${nameOf(post)} is back ${wall ? `on ${wallWords(wall, planning.zone)}` : 'among the undated drafts'}.`)
  }

  #finish(before: Summary, after: Summary, text: string): void {
    this.#place(after, before)
    this.#say(text, () => this.#restore(before))
    void this.#settle(before.id)
  }

  async #settle(id: string): Promise<void> {
    invalidate('post')
    await this.reload()
    // A move that was begun meanwhile is still shown.
    if (!this.#latest.has(id)) this.#forget(id)
    this.onplace(id, false)
  }

  #refused(post: Summary, failure: Failure, outcome?: string): void {
    this.#back(post.id)
    const wall = wallIn(post, planning.zone)
    const where = wall ? `stays on ${wallWords(wall, planning.zone)}` : 'stays among the drafts'
    const why = failure.status === 412 ? 'It was changed meanwhile, by another tab or by the service.' : failure.sentence
    this.#say(`${nameOf(post)} ${failure.isLost ? 'may have changed all the same' : (outcome ?? where)}. ${why}`)
    invalidate('post')
    void this.reload()
  }

  #show(post: Summary, to: Wall): void {
    this.#place(this.#going(post, to).post, post)
  }

  #going(post: Summary, to: Wall): Moved {
    const here = to.zone === planning.zone ? to : null
    // The instant of another zone's wall time the service says; until then the card keeps the time that it shows.
    const localTime = here ? localOf(here) : `${to.date}T${post.localTime?.slice(11) ?? `${to.time}:00`}`
    return { post: { ...post, localTime }, from: this.#from(post) }
  }

  #from(post: Summary): string | null {
    return this.moved.get(post.id)?.from ?? post.localTime?.slice(0, 10) ?? null
  }

  #place(shown: Summary, before: Summary): void {
    this.moved = new Map(this.moved).set(shown.id, { post: shown, from: this.#from(before) })
    this.onplace(shown.id, false)
  }

  #forget(id: string): void {
    const rest = new Map(this.moved)
    rest.delete(id)
    this.moved = rest
  }

  #back(id: string): void {
    this.#latest.delete(id)
    this.onplace(id, true)
    this.#forget(id)
  }

  // The line of the move before goes: a key that is held down would pile them up.
  #say(text: string, undo?: () => Promise<void>): void {
    toasts.dismiss(this.#toast)
    this.#toast = toasts.show(text, undo)
  }
}
