import type { MediaFile } from '../../api/client.ts'
import { connection } from '../../lib/connection.svelte.ts'
import { lasts } from '../../lib/words.ts'
import { isVideo } from './content.ts'

/** 0:29 or 0:29.3 */
export function momentOf(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100)
  return lasts(Math.floor(tenths / 10)) + (tenths % 10 ? `.${tenths % 10}` : '')
}

/** The film that is looked at: where it stands, and what its cover shows. */
export class Film {
  /** What plays it. */
  element = $state.raw<HTMLVideoElement>()
  /** In seconds. */
  at = $state(0)
  isPaused = $state(true)
  /** The frame that is the cover, once it is drawn. */
  still = $state<string | null>(null)
  /** The picture that is the cover. */
  cover = $state.raw<MediaFile>()
  #failed = $state('')

  /** Whether the file is a film that this browser can show, as far as is known. */
  isShown(file: MediaFile | undefined): boolean {
    return file !== undefined && isVideo(file) && file.previewUrl !== null && this.#failed !== this.#attempt(file)
  }

  toggle(): void {
    if (this.isPaused) void this.element?.play().catch(() => {})
    else this.element?.pause()
  }

  /** Shows the frame at so many seconds. */
  show(seconds: number): void {
    this.element?.pause()
    if (this.element) this.element.currentTime = seconds
  }

  fail(file: MediaFile): void {
    this.#failed = this.#attempt(file)
  }

  // What failed while the service was away is tried again.
  #attempt(file: MediaFile): string {
    return `${connection.returns} ${file.previewUrl}`
  }
}
