import type { MediaFile } from '../../api/client.ts'
import { announce } from '../../lib/announce.svelte.ts'
import type { Edits } from '../../lib/edits.ts'
import { sameEdits, whole } from './crop.ts'
import { Editing } from './editing.svelte.ts'
import { Keeping } from './keeping.svelte.ts'
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

const nameOf = (edits: Edits, before: Edits): string => {
  // A shape is named when nothing else was changed with it.
  const { pad, crop, fit: _, ...rest } = edits
  const { pad: __, crop: ___, fit: ____, ...restBefore } = before
  if (!sameEdits(rest, restBefore)) return 'was changed'
  return pad ? `was padded to ${pad.ratio}` : crop?.ratio ? `was cropped to ${crop.ratio}` : crop ? 'was cropped' : 'is as it was uploaded'
}

/** The editor of pictures: which tool is chosen, and the edits that somebody works on. They are kept at once, or where the owner wants that with apply alone. */
export class PictureEditor {
  tool = $state<Tool>()
  editing = $state.raw<Editing>()
  done = $state.raw<Done>()
  readonly keeping: Keeping
  readonly isLive: boolean
  readonly #owner: PictureOwner

  constructor(owner: PictureOwner, isLive = true) {
    this.#owner = owner
    this.isLive = isLive
    this.keeping = new Keeping((file) => owner.replace(file))
  }

  take(tool: Tool): void {
    this.tool = tool
    this.follow(this.#owner.file)
    if (tool === 'frame') void this.editing?.showBase()
  }

  /** Has the tool work on the file that is looked at. */
  follow(file: MediaFile | undefined): void {
    const wants = file && this.tool && isEdit(this.tool) && file.mimeType.startsWith('image/') ? file : undefined
    if (this.editing?.file.id === wants?.id) return
    this.editing?.stop()
    this.editing = wants && new Editing(wants, this.isLive ? (edits) => this.#keep(wants.id, edits) : undefined)
    if (this.tool === 'frame') void this.editing?.showBase()
    else void this.editing?.load()
  }

  #keep(id: string, edits: Edits): void {
    const before = this.done?.fileId === id ? this.done.before : (this.editing?.before ?? {})
    this.done = sameEdits(edits, before) ? undefined : { fileId: id, what: nameOf(edits, before), before }
    void this.keeping.keep(id, edits)
  }

  async apply(): Promise<void> {
    const { editing } = this
    if (!editing) return
    editing.isBusy = true
    this.#keep(editing.file.id, editing.edits)
    await this.keeping.settled()
    editing.isBusy = false
    editing.error = this.keeping.of(editing.file.id)?.error
    if (editing.error) return
    announce(`The picture ${this.done?.what}`)
    this.close()
  }

  /** Gives the picture back as it was before it was worked on. */
  async undo(): Promise<void> {
    const { done } = this
    if (!done) return
    this.done = undefined
    this.editing?.adopt(done.before)
    await this.keeping.keep(done.fileId, done.before)
    announce('Undone')
  }

  /** Shows the whole picture again, which no fit changes by itself from then on. */
  unfit(id: string, edits: Edits): void {
    const given = whole(edits)
    if (this.editing?.file.id === id) this.editing.adopt(given)
    void this.keeping.keep(id, given)
    announce('The whole picture is back')
  }

  /** Puts the tool away. */
  close(): void {
    this.editing?.stop()
    this.editing = undefined
    this.tool = undefined
  }
}
