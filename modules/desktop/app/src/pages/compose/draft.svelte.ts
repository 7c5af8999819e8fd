import { internal, ok, v1, type InternalSchemas, type MediaFile } from '../../api/client.ts'
import { invalidate } from '../../lib/cache.svelte.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { asFailure, Failure } from '../../lib/failure.ts'
import { serviceNow } from '../../lib/time.ts'
import { sendable } from './caption.ts'
import { bodyOf, contentOf, keptOf, kindFor, tooLong, type Content, type EditablePost } from './content.ts'
import { forget, keep } from './unsaved.ts'

const pause = 800

type State = 'saved' | 'waiting' | 'saving' | 'stopped'

/** A post that is being written: what it holds, and whether the service has it. */
export class Draft {
  content = $state() as Content
  /** The post as the service has it; undefined before the first change of a new one. */
  post = $state.raw<EditablePost>()
  state = $state<State>('saved')
  savedAt = $state<number | null>(null)
  error = $state.raw<Failure>()
  /** Why the text stays here for now. */
  held = $state<string | null>(null)
  /** The post as somebody else has changed it meanwhile. */
  theirs = $state.raw<EditablePost>()

  readonly #zone: string
  readonly #made: (id: string) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  // Something has happened to the post while it was being saved.
  #isToLook = false
  #sent = ''
  #isBegun = false
  // A draft that got no answer is asked for again as it was, so that there is one.
  #creation: { key: string; body: string } | undefined

  constructor(content: Content, post: EditablePost | undefined, zone: string, made: (id: string) => void) {
    this.content = content
    this.post = post
    this.#zone = zone
    this.#made = made
    if (post) this.savedAt = Date.parse(post.updatedAt)
  }

  get id(): string {
    return this.post?.id ?? 'new'
  }

  get status(): 'DRAFT' | 'SCHEDULED' {
    return this.post?.status === 'SCHEDULED' ? 'SCHEDULED' : 'DRAFT'
  }

  /** The body of a request that saves the draft now, as text. A difference from the last one has to be saved. */
  get wanted(): string {
    const body = keptOf(this.content, this.status)
    // A caption that is too long would be refused with all the rest, so the rest is saved without it.
    if (tooLong(this.content)) return JSON.stringify({ ...body, caption: undefined, altText: undefined })
    return JSON.stringify(body)
  }

  /** Takes notice that wanted is another. */
  touched(wanted: string): void {
    if (!this.#isBegun) {
      this.#isBegun = true
      // What was found in the browser's own memory is not the service's yet.
      const served = this.post ? JSON.stringify(keptOf(contentOf(this.post, this.#zone), this.status)) : wanted
      this.#sent = served
    }
    this.held = tooLong(this.content)
    if (wanted === this.#sent && !this.#running && !this.held) {
      if (this.state === 'waiting') this.state = 'saved'
      return
    }
    this.state = 'waiting'
    this.keep()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(), pause)
  }

  /** Has this browser keep what the service has not yet. */
  keep(): void {
    if (this.state !== 'saved' || this.held) keep(this.id, $state.snapshot(this.content) as Content, this.post?.updatedAt ?? null)
  }

  /** Saves now what is not saved, and ends when that is done or cannot be. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#running) {
      await this.#running
      if (this.wanted === this.#sent || this.error || this.theirs) return
    }
    if (this.theirs || !connection.up) return
    if (this.wanted === this.#sent && this.post) {
      this.#rest()
      return
    }
    this.#running = this.#save(this.wanted)
    await this.#running
    this.#running = undefined
    if (this.#isToLook) void this.look()
    if (this.wanted !== this.#sent && !this.error && !this.theirs && connection.up) {
      this.state = 'waiting'
      this.#timer = setTimeout(() => void this.save(), pause)
    }
  }

  async #save(wanted: string): Promise<void> {
    this.state = 'saving'
    this.error = undefined
    try {
      const post = this.post ? await this.#change(this.post, wanted) : await this.#make(wanted)
      if (!post) return
      this.#took(post, wanted)
    } catch (thrown) {
      const failure = asFailure(thrown)
      this.state = 'stopped'
      // It is saved when the service is back; the bar at the top says that it is away.
      if (!failure.isLost) this.error = failure
      else this.state = 'waiting'
      this.keep()
    }
  }

  #took(post: EditablePost, wanted: string): void {
    const isFirst = !this.post
    this.post = post
    this.#sent = wanted
    this.savedAt = serviceNow()
    if (isFirst) {
      forget('new')
      this.#made(post.id)
    }
    if (this.wanted === wanted) this.#rest()
    invalidate('post')
  }

  #rest(): void {
    this.state = 'saved'
    if (this.held) this.keep()
    else forget(this.id)
  }

  async #make(wanted: string): Promise<EditablePost> {
    this.#creation ??= { key: crypto.randomUUID(), body: wanted }
    const body = JSON.parse(this.#creation.body) as InternalSchemas['PlannedDraft']
    try {
      const post = await ok(internal.POST('/posts/drafts', { params: { header: { 'Idempotency-Key': this.#creation.key } }, body }))
      this.#sent = this.#creation.body
      return this.#creation.body === wanted ? post : ((await this.#change(post, wanted)) ?? post)
    } catch (thrown) {
      if (!asFailure(thrown).isLost) this.#creation = undefined
      throw thrown
    }
  }

  async #change(post: EditablePost, wanted: string, seen = post.updatedAt): Promise<EditablePost | null> {
    const body = JSON.parse(wanted) as InternalSchemas['PostChange']
    const answer = internal.PUT('/posts/{id}', { params: { path: { id: post.id }, header: { 'If-Match': seen } }, body })
    const { error, response } = await answer
    if (response.status !== 412) return ok(answer)
    const now = (error as { post: EditablePost }).post
    // Our own change, whose answer was lost.
    if (JSON.stringify(bodyOf(contentOf(now, this.#zone))) === JSON.stringify(bodyOf(this.content))) return now
    this.#clash(now)
    return null
  }

  #clash(theirs: EditablePost): void {
    this.theirs = theirs
    this.state = 'stopped'
    this.keep()
  }

  /** Looks at the post as it is now, after something has happened to it; while it is being saved, as soon as that has ended. */
  async look(): Promise<void> {
    const { post } = this
    this.#isToLook = this.#running !== undefined
    if (!post || this.#isToLook || this.theirs) return
    const now = await ok(internal.GET('/posts/{id}', { params: { path: { id: post.id } } })).catch(() => undefined)
    if (!now || now.updatedAt === post.updatedAt || this.theirs) return
    // The answer may be older than what has been saved since the question.
    if (this.#running || this.post !== post) return this.look()
    if (this.wanted === this.#sent && !this.held) this.adopt(now)
    else this.#clash(now)
  }

  /** Takes the post as it is at the service in place of what is here. */
  adopt(post: EditablePost): void {
    this.theirs = undefined
    this.error = undefined
    this.post = post
    this.content = contentOf(post, this.#zone)
    this.#sent = this.wanted
    this.savedAt = Date.parse(post.updatedAt)
    this.#rest()
  }

  /** Puts what is here over what somebody else has made of it. */
  async keepMine(): Promise<void> {
    const { theirs } = this
    if (!theirs) return
    this.theirs = undefined
    this.post = theirs
    this.#sent = ''
    await this.save()
  }

  setFiles(files: MediaFile[]): void {
    this.content.files = files
    this.content.kind = kindFor(files, this.content.kind)
  }

  /** Publishes the post, or schedules it for its time, and returns its id. The key says which version that is, so that a second press makes no second post. */
  async send(): Promise<string> {
    await this.save()
    const { post } = this
    if (!post || this.error || this.theirs || !connection.up) throw this.error ?? new Failure('it could not be saved, so it was not sent')
    if (this.held) throw new Failure(`${this.held}, so it was not sent`, { status: -1 })
    const params = { header: { 'Idempotency-Key': `compose-${post.id}-${post.updatedAt}` } }
    const body = { ...bodyOf(this.content), draftId: post.id }
    const { when } = this.content
    if (when && !when.instant) throw new Failure('the time is not clear yet', { status: -1 })
    const answer = when?.instant
      ? await ok(v1.POST('/schedule', { params, body: { ...body, scheduledFor: when.instant, timezone: when.zone } }))
      : await ok(v1.POST('/posts/publish', { params, body }))
    forget(post.id)
    invalidate('post', 'queue')
    return answer.postId
  }

  setCaption(text: string): void {
    this.content.caption = sendable(text)
  }

  /** Ends the waiting; what is not saved stays in the browser's memory. */
  stop(): void {
    clearTimeout(this.#timer)
    this.keep()
    if (this.state === 'waiting') void this.save()
  }
}
