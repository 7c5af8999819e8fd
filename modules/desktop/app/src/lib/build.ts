/** Reads which build a page or an address belongs to; null while developing. */
export function buildIn(text: string): string | null {
  return /\/app\/-\/([0-9a-f]+)\//.exec(text)?.[1] ?? null
}

/** The build that this code belongs to. */
export const build = buildIn(import.meta.url)
