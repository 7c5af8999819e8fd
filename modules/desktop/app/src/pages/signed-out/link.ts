/** The code of a sign-in link, or of what was copied of one; null when there is none. */
export function codeOf(text: string): string | null {
  const trimmed = text.trim()
  const code = /[?&]code=([A-Za-z0-9_-]{20,128})(?:[&#]|$)/.exec(trimmed)?.[1]
  return code ?? (/^[A-Za-z0-9_-]{40,128}$/.test(trimmed) ? trimmed : null)
}
