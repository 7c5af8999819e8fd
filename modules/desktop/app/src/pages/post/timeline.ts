import type { InternalSchemas, Post } from '../../api/client.ts'
import { ownZone, clock, dayOf, shortDay, span } from '../../lib/time.ts'
import { capital, count } from '../../lib/words.ts'
import type { Sign } from '../../ui/status.ts'
import { plain, took, type Step } from './words.ts'

export type Timeline = InternalSchemas['Timeline']

/** One thing that happened, for people, with the calls that it was made of. */
export interface Moment {
  key: string
  at: string
  sign: Sign
  title: string
  /** A word at the right: how long, how late, how many calls. */
  aside: string
  text: string
  /** How Crier wrote it down. */
  said: string | undefined
  calls: Step[]
  /** The call that tells most, which is shown without asking. */
  telling: Step | null
  /** From here until the next moment nobody knew. */
  isOpen: boolean
}

const looks = ['recent media', 'media', 'container status', 'page feed', 'page posts', 'user feed', 'stories']
const preparing = ['container status', 'upload status', 'video status']

export const isLost = (step: Step) => step.kind === 'CALL' && step.httpStatus === undefined
export const isRefused = (step: Step) => step.kind === 'CALL' && (step.httpStatus ?? 0) >= 400
/** Whether the call is the one that makes the post visible. */
export const isPublish = (step: Step) => step.kind === 'CALL' && step.method === 'POST' && (step.op === 'publish' || step.op?.startsWith('configure') === true)

const ms = (instant: string) => Date.parse(instant)
const endOf = (step: Step) => ms(step.lastAt) + (step.durationMs ?? 0)

/** From when to when a call was under way; of several, from the first to the last. */
export function stretchOf(step: Step) {
  return { from: ms(step.at), to: endOf(step) }
}

function numberOf(calls: readonly Step[]): number {
  return calls.reduce((sum, call) => sum + call.times, 0)
}

function spent(calls: readonly Step[]): string {
  const first = calls[0]
  if (!first) return ''
  const n = numberOf(calls)
  const length = Math.max(...calls.map(endOf)) - ms(first.at)
  return `${n} ${n === 1 ? 'call' : 'calls'}, ${took(length)}`
}

const things: Record<Post['mediaType'], string> = { IMAGE: 'picture', CAROUSEL: 'carousel', REELS: 'reel', STORIES: 'story' }

class MomentBuilder {
  moments: Moment[] = []
  readonly #post: Post
  /** How the post became what it is now. */
  readonly #ended: Step | undefined
  #phase: 'waiting' | 'preparing' | 'sent' | 'unknown' | 'looking' | 'done' = 'waiting'
  #open: Moment | null = null
  #hasLooked = false

  constructor(timeline: Timeline) {
    this.#post = timeline.post
    this.#ended = timeline.steps.findLast((step) => step.kind === 'STATUS')
  }

  #add(step: Step, about: Partial<Moment> & Pick<Moment, 'sign' | 'title'>): Moment {
    const moment = { key: String(step.seq), at: step.at, aside: '', text: '', said: step.text, calls: [], telling: null, isOpen: false, ...about }
    this.moments.push(moment)
    this.#open = null
    return moment
  }

  /** The moment of this name that is still going on, or a new one. */
  #within(step: Step, title: string, about: Partial<Moment> = {}): Moment {
    if (this.#open?.title === title) return this.#open
    const moment = this.#add(step, { sign: 'ok', title, ...about })
    this.#open = moment
    return moment
  }

  read(step: Step): void {
    switch (step.kind) {
      case 'STATUS':
        return this.#status(step)
      case 'CLAIM':
        return this.#claim(step)
      case 'CALL':
        return this.#call(step)
      case 'WAIT':
        return this.#wait(step)
      case 'NOTE':
        return this.#note(step)
    }
  }

  #status(step: Step): void {
    switch (step.to) {
      case 'DRAFT':
        this.#add(step, { sign: 'draft', title: step.from ? 'Taken back to a draft' : 'Saved as a draft', text: 'Nothing goes out from a draft.' })
        return
      case 'SCHEDULED':
        this.#phase = 'waiting'
        if (step.from === 'QUEUED') {
          this.#add(step, { sign: 'due', title: 'Its time has not come', text: 'The clock of this computer was wrong. It waits for its time again.' })
          return
        }
        this.#add(step, { sign: 'due', title: 'Given a time', text: 'It waits until then. Nothing is sent to Instagram before.' })
        return
      case 'QUEUED':
        this.#queued(step)
        return
      case 'PROCESSING':
        this.#phase = 'preparing'
        return
      case 'PUBLISHING':
        this.#phase = 'sent'
        this.#open = null
        return
      case 'PUBLISHED':
        this.#published(step)
        return
      case 'FAILED':
        this.#failed(step)
        return
    }
  }

  #queued(step: Step): void {
    this.#phase = 'waiting'
    if (step.from === 'FAILED') {
      this.#add(step, { sign: 'due', title: 'Tried again', text: 'Crier looks first whether it is live after all, and sends it only when it is not.' })
    } else if (step.from === 'SCHEDULED') {
      this.#add(step, { sign: 'due', title: 'It was due' })
    } else if (step.from === 'PROCESSING') {
      this.#add(step, { sign: 'warn', title: 'Put off', text: plain(step.text) })
    } else {
      this.#add(step, { sign: 'due', title: 'You asked for it', text: 'To go out at once.' })
    }
  }

  #claim(step: Step): void {
    const last = this.moments.at(-1)
    if (last && this.#phase === 'waiting' && !last.aside && last.sign === 'due') {
      const late = step.lateMs ?? 0
      last.aside = late < 1_000 ? 'on time' : `${span(late)} late`
    }
    this.#open = null
  }

  #call(step: Step): void {
    if (isPublish(step)) this.#sent(step)
    else if (this.#phase === 'unknown' || this.#phase === 'looking') this.#looked(step)
    else if (this.#phase === 'done') this.#after(step)
    else if (this.#phase === 'sent') this.#looked(step)
    else this.#prepared(step)
  }

  #prepared(step: Step): void {
    const isLook = preparing.includes(step.op ?? '')
    const name = things[this.#post.mediaType]
    const moment = isLook || this.#open?.title.includes('prepare')
      ? this.#within(step, `Instagram prepared the ${name}`)
      : this.#within(step, this.#handedOver(), { text: this.#taken() })
    moment.calls.push(step)
    if (isLost(step) || isRefused(step)) {
      moment.sign = 'warn'
      moment.telling = step
      moment.text = isLost(step) ? 'The line went quiet. Nothing was visible yet, so Crier may ask again.' : plain(step.text)
    }
    if (isRefused(step) && !isLook) moment.title = `Instagram did not take the ${name}`
    if (step.what === 'MEDIA_REFUSED') Object.assign(moment, { sign: 'warn', title: `Instagram could not prepare the ${name}`, text: plain(step.text), telling: step })
    if (isLook && (!moment.telling || (step.httpStatus === 200 && moment.sign === 'ok'))) moment.telling = step
  }

  #handedOver(): string {
    const n = this.#post.mediaFiles.length
    const name = this.#post.mediaFiles.some((file) => file.mimeType.startsWith('video/')) ? 'file' : 'picture'
    return n > 1 ? `${capital(count(n))} ${name}s handed over` : `${capital(name)} handed over`
  }

  #taken(): string {
    const n = this.#post.mediaFiles.length
    return n > 2 ? `Instagram took all ${count(n)}.` : n === 2 ? 'Instagram took both.' : 'Instagram took it.'
  }

  #sent(step: Step): void {
    const again = this.moments.some((moment) => moment.calls.some(isPublish))
    const name = again ? 'Publish sent again' : 'Publish sent'
    if (isLost(step)) {
      this.#phase = 'unknown'
      this.#add(step, {
        sign: 'ask', title: `${name}. No answer came back`, calls: [step], telling: step, isOpen: true,
        text: 'The line went quiet after the request had left. It may have worked or not. Sending again could post twice, so Crier did not.',
      })
    } else if (isRefused(step)) {
      this.#phase = 'unknown'
      this.#add(step, { sign: 'warn', title: `${name}. Instagram refused`, calls: [step], telling: step, text: plain(step.text) })
    } else {
      this.#phase = 'sent'
      this.#add(step, { sign: 'ok', title: `${name}, and answered`, calls: [step], telling: step, text: 'Crier wrote down what it was about to do, before it did it.' })
    }
  }

  #looked(step: Step): void {
    if (this.#phase === 'sent') {
      // What is read back after an answer belongs to the call that was answered.
      this.moments.at(-1)?.calls.push(step)
      return
    }
    this.#phase = 'looking'
    this.#hasLooked = true
    const moment = this.#within(step, 'Crier looked instead', { text: 'It asks Instagram what became of the call.' })
    moment.calls.push(step)
    if (isLost(step)) {
      moment.sign = 'ask'
      moment.text = 'Instagram does not answer yet. Crier goes on asking.'
    } else if (step.op === 'recent media' || !moment.telling) moment.telling = step
  }

  #after(step: Step): void {
    const moment = this.#within(step, looks.includes(step.op ?? '') ? 'Read back' : 'Shared to the Page')
    moment.calls.push(step)
    moment.telling = step
    if (isLost(step)) moment.sign = 'ask'
    if (isRefused(step)) Object.assign(moment, { sign: 'warn', text: plain(step.text) })
  }

  #wait(step: Step): void {
    const last = this.moments.at(-1)
    const until = step.until ? ms(step.until) - ms(step.at) : 0
    if (this.#phase === 'unknown' && last?.isOpen) {
      last.text += ` It waits ${took(until)}, then looks.`
      this.#open = null
      return
    }
    if (this.#phase === 'looking' || this.#phase === 'unknown') {
      this.#open ??= last ?? null
      return
    }
    const count = step.times > 1 ? `${step.times} times, ` : ''
    this.#add(step, { sign: 'warn', title: 'Crier waits', aside: count + took(until), text: plain(step.text) })
  }

  #note(step: Step): void {
    const text = step.text ?? ''
    const last = this.moments.at(-1)
    // A change of what waits.
    if (step.what === 'CHANGED' || step.what === 'MOVED') {
      const to = step.until && `It goes out on ${shortDay(dayOf(step.until, ownZone()))}, ${clock(step.until, ownZone())}.`
      this.#add(step, { sign: 'due', title: to ? 'Given another time' : 'Changed', text: to || 'It goes out as it is now.' })
      return
    }
    if (step.what === 'MATCHED' && this.#open) {
      this.#open.text = `It read the newest posts of the account and found this ${things[this.#post.mediaType]}. No other fits.`
      this.#open.sign = 'ok'
    } else if (step.what === 'LIVE') {
      if (this.#phase === 'looking' && this.#open?.sign === 'ok') return
      if (last) last.sign = last.isOpen ? last.sign : 'ok'
    } else if (step.what === 'SENT_AGAIN') {
      this.#add(step, { sign: 'ok', title: 'It had not gone out', text: 'Instagram shows that nothing was published, so the call is sent again. This is no second post.' })
    } else if (step.what === 'INTERRUPTED') {
      this.#add(step, { sign: 'warn', title: 'Crier was stopped in the middle', text: 'It goes on where it was, and looks before it sends.' })
      if (this.#phase === 'sent') this.#phase = 'unknown'
    } else if (last && this.#phase !== 'waiting') {
      last.text = `${last.text} ${plain(text)}`.trim()
    } else {
      this.#add(step, { sign: 'due', title: 'Noted', text: plain(text) })
    }
  }

  #published(step: Step): void {
    this.#phase = 'done'
    const address = this.#post.snPermalink ? 'The link works. ' : 'Its address is not known yet. '
    this.#add(step, { sign: 'ok', title: 'Published, once', text: `${address}Nothing is left to do.` })
  }

  #failed(step: Step): void {
    const isUnknown = step.what === 'MAY_BE_LIVE'
    const wasSent = this.moments.some((moment) => moment.calls.some(isPublish))
    // Of the last one the page says the reason above all this.
    const isTold = step === this.#ended && !isUnknown
    this.#add(step, {
      sign: isUnknown ? 'ask' : 'bad', title: isUnknown ? 'Nobody can tell yet' : 'Not published', text: isTold ? (wasSent ? '' : 'Nothing went out, and nothing was left behind.') : plain(step.text),
    })
    this.#phase = isUnknown ? 'unknown' : 'done'
  }

  /** Finishes the asides, and says of a lost answer what is known by now. */
  finish(steps: readonly Step[]): Moment[] {
    for (const moment of this.moments) {
      if (moment.title.endsWith('handed over') && moment.calls.every((call) => call.method === 'GET')) {
        Object.assign(moment, { title: 'Crier asked first', text: 'Before it hands anything over, it asks how much of the limit is used.' })
      }
      if (!moment.aside && moment.calls.length > 0) moment.aside = spent(moment.calls)
    }
    const published = this.moments.find((moment) => moment.title === 'Published, once')
    const began = steps.find((step) => step.kind === 'CLAIM')
    if (published && began) published.aside = `${took(ms(published.at) - ms(began.at))} in all`
    if (published && this.#hasLooked) published.text = published.text.replace('Nothing is left', 'The lost answer changed nothing: nothing is left')
    return this.moments
  }
}

/** What happened to a post, as moments with their calls. */
export function momentsOf(timeline: Timeline): Moment[] {
  const builder = new MomentBuilder(timeline)
  for (const step of timeline.steps) builder.read(step)
  return builder.finish(timeline.steps)
}
