import { announce } from './announce.svelte.ts'

/** Copies text for somebody, and says for two seconds that it did. A browser that does not allow it copies nothing. */
export class Copying {
  done = $state(false)

  async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return
    }
    this.done = true
    announce('Copied')
    setTimeout(() => (this.done = false), 2_000)
  }
}
