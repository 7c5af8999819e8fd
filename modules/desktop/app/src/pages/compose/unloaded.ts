/** What is said of a part of the page that could not be loaded. */
export function unloaded(what: string): string {
  return `${what} could not be loaded: Crier was updated since this page was opened, or is not running. What you have written is kept.`
}
