import { announce } from './announce.svelte.ts'
import { toast } from './toast.svelte.ts'

/** Copies text for somebody, and says for two seconds that it did, or that the browser does not allow it. */
export class Copying {
  done = $state(false)

  async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      toast('This browser lets nothing be copied here.')
      return
    }
    this.done = true
    announce('Copied')
    setTimeout(() => (this.done = false), 2_000)
  }
}
