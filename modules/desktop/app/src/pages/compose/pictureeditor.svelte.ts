import type { MediaFile } from '../../api/client.ts'
import { announce } from '../../lib/announce.svelte.ts'
import { sameEdits, type Edits } from './crop.ts'
import { Editing, keepEdits } from './editing.svelte.ts'
import { isEdit, type Tool } from './tools.ts'

/** What was done to a picture and can be undone. */
export interface Done {
  fileId: string
  what: string
  before: Edits
}

/** Who has the picture that is edited. */
export interface PictureOwner {
  readonly file: MediaFile | undefined
  /** Is given the file as it is after its edits were kept or undone. */
  replace: (file: MediaFile) => void
}

/** The editor of pictures: which tool is chosen, and the edits that are being tried. */
export class PictureEditor {
  tool = $state<Tool>('people')
  editing = $state.raw<Editing>()
  done = $state.raw<Done>()
  /** Whether the edits were offered by a check, so that only a yes is missing. */
  isOffered = $state(false)
  readonly #owner: PictureOwner

  constructor(owner: PictureOwner) {
    this.#owner = owner
  }

  take(tool: Tool): void {
    this.tool = tool
    this.follow(this.#owner.file)
    if (tool === 'focus') void this.editing?.showOriginal()
  }

  /** Has the tool work on the file that is looked at. */
  follow(file: MediaFile | undefined): void {
    const wants = file && isEdit(this.tool) && file.mimeType.startsWith('image/') ? file : undefined
    if (this.editing?.file.id === wants?.id) return
    this.editing?.stop()
    this.editing = wants && new Editing(wants)
    void this.editing?.load()
    if (this.tool === 'focus') void this.editing?.showOriginal()
  }

  /** Shows what a fix of the checks would make, to be applied or not. */
  async offer(file: MediaFile, edits: Edits): Promise<void> {
    this.tool = edits.pad ? 'pad' : 'ratio'
    this.follow(file)
    await this.editing?.load()
    this.editing?.try(edits)
    this.isOffered = true
  }

  async apply(): Promise<void> {
    const { editing } = this
    if (!editing) return
    const before = editing.before
    const file = await editing.apply()
    if (!file) return
    // A shape is named when nothing else was changed with it.
    const { pad, crop, ...rest } = editing.edits
    const { pad: _, crop: __, ...restBefore } = before
    const shaped = !sameEdits(rest, restBefore) ? '' : pad ? `was padded to ${pad.ratio}` : crop?.ratio ? `was cropped to ${crop.ratio}` : ''
    const what = Object.keys(editing.edits).length === 0 ? 'is as it was uploaded' : shaped || 'was changed'
    this.done = { fileId: file.id, what, before }
    announce(`The picture ${what}`)
    this.#finish(file)
  }

  async undo(): Promise<void> {
    const { done } = this
    if (!done) return
    const file = await keepEdits(done.fileId, done.before)
    // What could not be undone can still be.
    this.done = undefined
    this.#finish(file)
    announce('Undone')
  }

  #finish(file: MediaFile): void {
    this.close()
    this.#owner.replace(file)
  }

  /** Puts the tool away. */
  close(): void {
    this.editing?.stop()
    this.editing = undefined
    this.isOffered = false
    this.tool = 'people'
  }
}
