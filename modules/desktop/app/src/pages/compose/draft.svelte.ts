import { internal, ok, v1, type InternalSchemas, type MediaFile } from '../../api/client.ts'
import { invalidate } from '../../lib/cache.svelte.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { asFailure, Failure } from '../../lib/failure.ts'
import { serviceNow } from '../../lib/time.ts'
import { toast } from '../../lib/toast.svelte.ts'
import { sendable } from './caption.ts'
import { bodyOf, contentOf, has, holds, isOver, isThere, keptOf, kindFor, tooLong, type Content, type When, type EditablePost } from './content.ts'
import { forget, keep, type Creation, type Kept } from './unsaved.ts'

const pause = 800

/** The code of a failure that leaves open whether the post went out. */
export const noAnswer = 'NO_ANSWER'

type State = 'saved' | 'waiting' | 'saving' | 'stopped'

/** What a draft tells the page that it is written on. */
export interface Told {
  /** The service has made the post. */
  made: (id: string) => void
  /** The post is on its way or out, so that nothing of it can be changed any more. */
  over: (id: string) => void
}

/** A post that is being written: what it holds, and whether the service has it. */
export class Draft {
  content = $state() as Content
  /** The post as the service has it; undefined before the first change of a new one. */
  post = $state.raw<EditablePost>()
  state = $state<State>('saved')
  savedAt = $state<number | null>(null)
  error = $state.raw<Failure>()
  /** The post as it has become meanwhile without what is here: changed by somebody else, or gone out. */
  theirs = $state.raw<EditablePost>()
  /** Whether the post was deleted elsewhere; theirs is then what it held. */
  isGone = $state(false)

  readonly #zone: string
  #told: Told
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  // Something has happened to the post while it was being saved.
  #isToLook = false
  #isSending = false
  #isStopped = false
  #isStored = true
  #sent = $state('')
  #isBegun = false
  // What was sent without an answer so far: the service may have it.
  #unanswered: readonly string[]
  // A draft that got no answer is asked for again as it was, so that there is one.
  #creation: Creation | undefined

  /** kept is what the browser has of the post that the service has not, for which the content is. */
  constructor(content: Content, post: EditablePost | undefined, zone: string, told: Told, kept?: Kept) {
    this.content = content
    this.post = post
    this.#zone = zone
    this.#told = told
    this.#unanswered = kept?.sent ?? []
    this.#creation = kept?.creation ?? undefined
    // What was found in the browser's own memory is not the service's yet.
    this.#isBegun = kept !== undefined && post === undefined
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
    if (tooLong(this.content)) return JSON.stringify({ ...body, caption: undefined, altText: undefined, altTexts: undefined, firstComment: undefined })
    return JSON.stringify(body)
  }

  /** Why something stays here for now. A post that nothing was changed of waits for no time. */
  get held(): string | null {
    const isUnclear = this.content.when?.instant === null && (this.post !== undefined || this.wanted !== this.#sent)
    return tooLong(this.content) ?? (isUnclear ? 'The time is not set yet' : null)
  }

  /** Whether something is here that the service has not, nor gets by itself when the page is closed now. */
  get isAtRisk(): boolean {
    if (this.held) return true
    return this.state !== 'saved' && (!connection.up || !this.#isStored || this.error !== undefined || this.theirs !== undefined)
  }

  /** Takes the instant of a time that the post began with: that is no change, and a post that nothing was changed of is not made. */
  found(when: When): void {
    const isFresh = !this.post && !this.#running && this.wanted === this.#sent
    this.content.when = when
    if (isFresh) this.#sent = this.wanted
    else if (this.#isStopped) void this.save()
  }

  // What was sent without an answer may be what the service has now, so it has to be saved over.
  get #isSaved(): boolean {
    return this.wanted === this.#sent && this.#unanswered.length === 0
  }

  /** Takes notice that wanted is another. */
  touched(wanted: string): void {
    if (!this.#isBegun) {
      this.#isBegun = true
      this.#sent = this.post ? JSON.stringify(keptOf(contentOf(this.post, this.#zone), this.status)) : wanted
    }
    if (this.#isSaved && !this.#running && !this.held) {
      if (this.state !== 'stopped') this.#rest()
      return
    }
    this.state = this.theirs ? 'stopped' : 'waiting'
    this.keep()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(), pause)
  }

  /** Has this browser keep what the service has not yet. */
  keep(): void {
    if (this.state === 'saved' && !this.held) return
    const content = $state.snapshot(this.content) as Content
    this.#isStored = keep(this.id, { content, on: this.post?.updatedAt ?? null, status: this.status, sent: this.#unanswered, creation: this.#creation ?? null, at: Date.now() })
  }

  /** Saves what is not saved once the service is back. A new post that nothing was written into is not made for that. */
  async resave(): Promise<void> {
    if (this.post ?? !this.#isSaved) await this.save()
  }

  /** Saves now what is not saved, and ends when that is done or cannot be. It is tried although the service seems to be away when that is the last chance. */
  async save(isLast = false): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#running) {
      await this.#running
      if (this.#isSaved || this.error || this.theirs) return
    }
    if (this.theirs || (!connection.up && !isLast) || this.#isSending) return
    if (this.post && this.#isSaved) return this.#rest()
    this.#running = this.#save(this.wanted)
    await this.#running
    this.#running = undefined
    if (this.#isToLook) void this.look()
    if (this.error || this.theirs || !connection.up) return
    if (!this.#isSaved) {
      this.state = 'waiting'
      this.#timer = setTimeout(() => void this.save(), pause)
    } else if (this.post) {
      // The page took notice of what came back before the saving had ended.
      clearTimeout(this.#timer)
      this.#rest()
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
      // The post or what it is made of is missing.
      if (failure.status === 404) this.#isToLook = true
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
    this.#unanswered = []
    this.savedAt = serviceNow()
    if (isFirst) {
      this.#creation = undefined
      forget('new')
      if (!this.#isStopped) this.#told.made(post.id)
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
    const { key, body } = this.#creation
    this.keep()
    try {
      // What is asked for as the page is closed arrives too.
      const post = await ok(internal.POST('/posts/drafts', { params: { header: { 'Idempotency-Key': key } }, body: JSON.parse(body) as InternalSchemas['PlannedDraft'], keepalive: true }))
      this.#sent = body
      return body === wanted ? post : ((await this.#change(post, wanted)) ?? post)
    } catch (thrown) {
      if (!asFailure(thrown).isLost) this.#creation = undefined
      throw thrown
    }
  }

  async #change(post: EditablePost, wanted: string): Promise<EditablePost | null> {
    const before = this.#unanswered
    this.#unanswered = [...before.slice(-3), wanted]
    this.keep()
    const params = { path: { id: post.id }, header: { 'If-Match': post.updatedAt } }
    const answer = internal.PUT('/posts/{id}', { params, body: JSON.parse(wanted) as InternalSchemas['PostChange'], keepalive: true })
    const { error, response } = await answer
    this.#unanswered = before
    if (response.status !== 412) return ok(answer)
    const now = (error as { post: EditablePost }).post
    if (!this.#isOurs(now)) {
      this.#clash(now)
      return null
    }
    if (holds(now, wanted, this.#zone)) return now
    // A scheduled post takes another body than a draft, so the next save makes it.
    return now.status === post.status ? this.#change(now, wanted) : null
  }

  // Whether a request whose answer was lost has made the post what it is now. What was written since goes on top of that.
  #isOurs(now: EditablePost): boolean {
    const body = isOver(now) ? undefined : this.#unanswered.find((sent) => holds(now, sent, this.#zone))
    if (!body) return false
    this.post = now
    this.#sent = body
    this.#unanswered = []
    return true
  }

  #clash(theirs: EditablePost): void {
    this.theirs = theirs
    this.error = undefined
    this.state = 'stopped'
    this.keep()
  }

  /** Reads the post as it is now; undefined when that cannot be known, or it was deleted. */
  async read(): Promise<EditablePost | undefined> {
    const { post } = this
    return post && ok(internal.GET('/posts/{id}', { params: { path: { id: post.id } } })).catch((thrown: unknown) => {
      if (asFailure(thrown).status === 404 && this.post === post) this.#lost(post)
      return undefined
    })
  }

  // Nothing has the post any more but this page.
  #lost(post: EditablePost): void {
    this.theirs = post
    this.isGone = true
    this.error = undefined
    this.keep()
  }

  /** Looks at the post as it is now, after something has happened to it; while it is being saved or sent, as soon as that has ended. */
  async look(): Promise<void> {
    const { post } = this
    this.#isToLook = this.#running !== undefined || this.#isSending
    if (!post || this.#isToLook || this.theirs) return
    const now = await this.read()
    if (!now || now.updatedAt === post.updatedAt || this.theirs) return
    // The answer may be older than what has been saved since the question.
    if (this.#running || this.#isSending || this.post !== post) return this.look()
    if (this.#isOurs(now)) return this.save()
    if ((this.wanted !== this.#sent || this.held) && !isThere(this.content, now, this.#zone)) this.#clash(now)
    else this.adopt(now)
  }

  #end(now: EditablePost): void {
    forget(now.id)
    this.state = 'saved'
    if (!this.#isStopped) this.#told.over(now.id)
  }

  /** Takes the post as it is at the service in place of what is here. */
  adopt(post: EditablePost): void {
    this.theirs = undefined
    this.error = undefined
    this.#unanswered = []
    if (isOver(post)) {
      this.#end(post)
      return
    }
    this.post = post
    const before = this.content
    this.content = contentOf(post, this.#zone)
    // What a post of the kind cannot have is there again once it is of another kind.
    for (const name of Object.keys(has) as (keyof typeof has)[]) if (!has[name](post.mediaType)) Object.assign(this.content, { [name]: before[name] })
    this.#sent = this.wanted
    this.savedAt = Date.parse(post.updatedAt)
    this.#rest()
  }

  /** Puts what is here over what somebody else has made of the post; of one that went out it makes another draft. */
  async keepMine(): Promise<void> {
    const { theirs } = this
    if (!theirs) return
    this.theirs = undefined
    this.#unanswered = []
    this.#sent = ''
    if (this.isGone || isOver(theirs)) {
      forget(theirs.id)
      this.post = undefined
      this.savedAt = null
      if (!this.isGone) this.content.when = null
      this.isGone = false
    } else {
      // A text is not worth another hour: what a post is scheduled for, or no longer, stays.
      if (theirs.status !== this.post?.status) this.content.when = contentOf(theirs, this.#zone).when
      this.post = theirs
    }
    await this.save()
  }

  setFiles(files: MediaFile[]): void {
    const { content } = this
    const [before, first] = [content.files[0], files[0]]
    // A text goes with its picture into a carousel and out of it.
    if (before && content.altText) content.altTexts = { ...content.altTexts, [before.id]: content.altText }
    content.files = files
    content.kind = kindFor(files, content.kind)
    if (first) content.altText = content.altTexts?.[first.id] || (first.id === before?.id || !before ? content.altText : '')
  }

  /** Sets what a picture shows, for those who do not see it. */
  describe(file: MediaFile, text: string): void {
    const { content } = this
    content.altTexts = { ...content.altTexts, [file.id]: text }
    if (content.files[0]?.id === file.id) content.altText = text
  }

  /** Publishes the post, or schedules it for its time, and returns its id. What is written meanwhile is saved afterwards. The key says which version that is, so that a second press makes no second post. */
  async send(): Promise<string> {
    await this.save()
    const { post } = this
    if (!post || this.error || this.theirs || !connection.up) throw this.error ?? new Failure('it could not be saved, so it was not sent')
    if (this.held) throw new Failure(`${this.held}, so it was not sent`, { status: -1 })
    this.#isSending = true
    const { wanted } = this
    const sent = JSON.stringify(keptOf(this.content, 'SCHEDULED'))
    try {
      const id = await this.#send(post)
      // What was written meanwhile comes on top of it.
      if (this.wanted !== wanted) this.#unanswered = [sent]
      else this.#rest()
      return id
    } catch (thrown) {
      const failure = asFailure(thrown)
      // Only a refusal says that it did not go out. Without one, or with half of an answer, it may have.
      throw failure.status > 0 ? failure : new Failure(failure.message, { code: noAnswer })
    } finally {
      this.#isSending = false
      // The post is read first, and what was written meanwhile saved then.
      clearTimeout(this.#timer)
      invalidate('post', 'queue')
      if (this.#isToLook || this.state === 'waiting') void this.look().then(() => this.save())
    }
  }

  async #send(post: EditablePost): Promise<string> {
    const params = { header: { 'Idempotency-Key': `compose-${post.id}-${post.updatedAt}` } }
    const body = { ...bodyOf(this.content), draftId: post.id }
    const { when } = this.content
    const answer = when?.instant
      ? await ok(v1.POST('/schedule', { params, body: { ...body, scheduledFor: when.instant, timezone: when.zone } }))
      : await ok(v1.POST('/posts/publish', { params, body }))
    return answer.postId
  }

  setCaption(text: string): void {
    this.content.caption = sendable(text)
  }

  /** Goes on for a composer that is opened after another one was left. */
  resume(told: Told): void {
    this.#told = told
    this.#isStopped = false
    void this.look()
  }

  /** Has the service get what is not saved as the page is closed; what it does not get stays in the browser's memory. */
  close(): void {
    this.keep()
    // The browser gives up what the page has asked for before it tells the page that it is closed: that looks as if the service were away.
    if (this.state === 'waiting') void this.save(true)
  }

  /** Ends the waiting, as the composer is left for another page. Says what is not saved, once it is settled whether the time is clear. */
  async stop(settled: Promise<void>): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.close()
    await settled
    if (!this.#isStopped) return
    if (this.error ?? this.held) toast(`What you changed is not saved, and is kept in this browser.${this.status === 'SCHEDULED' ? ' The post goes out as it was before.' : ''}`)
  }
}
