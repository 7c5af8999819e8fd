import { internal, ok, v1 } from '../../api/client.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { asFailure, type Failure } from '../../lib/failure.ts'
import { bodyOf } from './content.ts'
import { sameEdits } from './crop.ts'
import type { Draft } from './draft.svelte.ts'
import { misnamed, type Finding, type Fit, type Preflight } from './findings.ts'
import type { Keeping } from './keeping.svelte.ts'
import type { Strip } from './strip.svelte.ts'

const pause = 400
const aboutOf = ({ content }: Draft) => [content.kind, ...content.files.map(({ id }) => id)].join()

/** What stands in the way of the post, asked again after each change. Pictures that the kind of post does not take as they are get what fits them best. */
export class Checks {
  #answer = $state.raw<Preflight>()
  // The files, in their order, and the kind of post that it is about.
  #about = $state.raw('')
  error = $state.raw<Failure>()
  readonly #draft: Draft
  readonly #strip: Strip
  readonly #keeping: Keeping
  // A post that waits to go out keeps its pictures as it has them.
  readonly #settled: Set<string>
  // Two pages with the same picture do not fit it in turns for ever, for two posts.
  readonly #changedElsewhere = new Map<string, number>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #abort: AbortController | undefined

  constructor(draft: Draft, strip: Strip, keeping: Keeping) {
    this.#draft = draft
    this.#strip = strip
    this.#keeping = keeping
    this.#settled = new Set(draft.status === 'SCHEDULED' ? draft.content.files.map((file) => file.id) : [])
  }

  /** What the service found and what the names lack. A file that is on its way is not missing. */
  get told(): Preflight | undefined {
    const answer = this.#answer
    const comes = this.#strip.uploads.isBusy
    const isAnyOpen = this.#draft.content.files.some(({ id }) => this.#isOpen(id))
    // Nor is one that came since the answer.
    const isThere = ({ field, fixes, mediaFileId }: Finding) => fixes[0]?.action === 'upload' && (comes || (field === 'mediaFileId' && mediaFileId === null && this.#draft.content.files.length > 0))
    const stays = (finding: Finding) => !isThere(finding) && !(finding.rule === 'cut' ? isAnyOpen : finding.rule === 'aspect-ratio' && finding.mediaFileId !== null && this.#isOpen(finding.mediaFileId))
    return answer && { ...answer, problems: [...answer.problems.filter(stays), ...misnamed(this.#draft.content)], warnings: answer.warnings.filter(stays) }
  }

  // What is being fitted is no problem, nor what the answer does not know yet. The first of a carousel gives the others their shape.
  #isOpen(id: string): boolean {
    return this.isFitting(id) || this.#keeping.latest(id) !== undefined
  }

  /** What is done with the files, about which nothing is known until then; empty where it is. */
  get busy(): string {
    const { files } = this.#draft.content
    if (files.some(({ id }) => this.isFitting(id) && this.#keeping.latest(id)?.fit === 'AUTO')) return 'Being fitted'
    return this.#about !== aboutOf(this.#draft) || files.some(({ id }) => this.#isOpen(id)) ? 'Being checked' : ''
  }

  /** How a picture lies in the post. */
  fitOf(id: string | undefined): Fit | undefined {
    const fit = this.#answer?.fits.find((fit) => fit.mediaFileId === id)
    const edits = fit && this.#keeping.latest(fit.mediaFileId)
    return edits ? { ...fit, edits } : fit
  }

  /** Whether a picture gets what fits it, now. */
  isFitting(id: string): boolean {
    const kept = this.#keeping.of(id)
    return kept ? kept.isBusy : this.#answer?.fits.some((fit) => fit.mediaFileId === id && fit.isDue && !this.#keeping.latest(id)) === true
  }

  get problems(): number {
    return this.told?.problems.length ?? 0
  }

  look(): void {
    clearTimeout(this.#timer)
    // What is being answered is about what was before.
    this.#abort?.abort()
    this.#timer = setTimeout(() => void this.#ask(), this.#answer ? pause : 0)
  }

  /** Looks now, and ends when it is known and every picture has what fits it. */
  async now(): Promise<void> {
    do {
      await this.#keeping.settled()
      clearTimeout(this.#timer)
      await this.#ask()
    } while (this.#keeping.isBusy)
  }

  #fit(fits: Fit[]): Fit[] {
    return fits.map((fit) => {
      const { mediaFileId: id, best, edits } = fit
      const isDue = fit.isDue && (this.#changedElsewhere.get(id) ?? 0) < 3 && (edits?.fit === 'AUTO' || !this.#settled.has(id))
      const kept = this.#keeping.of(id)
      // What failed waits for another try, unless something else is wanted by now.
      if (isDue && (!kept || (kept.error && !sameEdits(kept.wanted, best)))) void this.#keeping.keep(id, best)
      else if (!fit.isDue && kept?.error && kept.wanted.fit === 'AUTO') this.#keeping.forget(id)
      return { ...fit, isDue }
    })
  }

  async #ask(): Promise<void> {
    const { content, post } = this.#draft
    const about = aboutOf(this.#draft)
    if (!connection.up || !content.accountId) return
    this.#abort?.abort()
    const abort = (this.#abort = new AbortController())
    const when = content.when?.instant
    const body = { ...bodyOf(content), ...(when ? { scheduledFor: when } : {}), ...(post ? { postId: post.id } : {}) }
    try {
      const told = await ok(internal.POST('/posts/preflight', { body, signal: abort.signal }))
      if (abort.signal.aborted) return
      this.#keeping.seen()
      this.#answer = { ...told, fits: this.#fit(told.fits) }
      this.#about = about
      this.error = undefined
    } catch (thrown) {
      if (abort.signal.aborted) return
      this.error = asFailure(thrown)
    }
  }

  /** Reads a picture again that was changed, as in another tab. */
  async reread(id: string): Promise<void> {
    const { files } = this.#draft.content
    if (this.#keeping.of(id) ?? !files.some((file) => file.id === id)) return
    const now = await ok(v1.GET('/media/{id}', { params: { path: { id } } })).catch(() => undefined)
    const here = this.#draft.content.files.find((file) => file.id === id)
    if (!now || !here || this.#keeping.of(id) || now.processedPath === here.processedPath) return
    this.#changedElsewhere.set(id, (this.#changedElsewhere.get(id) ?? 0) + 1)
    this.#strip.replace(now)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#abort?.abort()
  }
}
