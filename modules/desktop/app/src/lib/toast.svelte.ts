import { asFailure } from './failure.ts'

export interface Toast {
  id: number
  text: string
  undo?: (() => void | Promise<void>) | undefined
  /** What the button says where it undoes nothing. */
  name?: string | undefined
}

const shownFor = 8_000

class Toasts {
  list = $state.raw<readonly Toast[]>([])
  #last = 0
  /** What can be undone though its line is gone, the newest at the end. */
  #past: Toast[] = []
  #timers = new Map<number, ReturnType<typeof setTimeout>>()

  /** Shows a line and returns its number, by which it can be dismissed. */
  show(text: string, undo?: Toast['undo'], name?: string): number {
    const id = ++this.#last
    // One that offers something and one that only tells: of either kind the newest.
    for (const old of this.list) if (!old.undo === !undo) this.dismiss(old.id)
    this.list = [...this.list, { id, text, undo, name }]
    this.resume(id)
    return id
  }

  dismiss(id: number): void {
    this.pause(id)
    const gone = this.list.find((toast) => toast.id === id)
    if (gone?.undo && !gone.name) this.#past = [...this.#past.slice(-20), gone]
    this.list = this.list.filter((toast) => toast.id !== id)
  }

  /** Has what was done before undone by nothing any more. */
  forget(): void {
    this.#past = []
  }

  /** Keeps a toast that somebody points at or has the focus in. */
  pause(id: number): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }

  resume(id: number): void {
    this.pause(id)
    this.#timers.set(id, setTimeout(() => this.dismiss(id), shownFor))
  }

  /** Undoes the last thing that can be undone, and reports whether there was one. */
  undoLast(): boolean {
    const toast = this.list.findLast((shown) => shown.undo && !shown.name) ?? this.#past.at(-1)
    if (!toast) return false
    void this.take(toast)
    return true
  }

  /** Does what the line offers, and offers it again where that fails. */
  async take({ id, undo, name }: Toast): Promise<void> {
    this.dismiss(id)
    this.#past = this.#past.filter((past) => past.id !== id)
    try {
      await undo?.()
    } catch (thrown) {
      this.show(`${name ? 'It was not done' : 'It was not undone'}. ${asFailure(thrown).sentence}`, undo, name)
    }
  }
}

export const toasts = new Toasts()

/** Says in a line at the bottom what was done, and offers to undo it. */
export function toast(text: string, undo?: Toast['undo']): void {
  toasts.show(text, undo)
}
