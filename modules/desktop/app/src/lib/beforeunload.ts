/** Has the browser ask before it closes the page while something would be lost. Returns what ends that. */
export function warnBeforeUnload(isAtRisk: () => boolean): () => void {
  const abort = new AbortController()
  addEventListener('beforeunload', (event) => { if (isAtRisk()) event.preventDefault() }, abort)
  return () => abort.abort()
}
