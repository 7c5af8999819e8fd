/** What is being written, which the book may complete. */
export interface Written {
  /** Empty where the field has names or a place alone. */
  sign: string
  word: string
  /** What is replaced: the word with its sign. */
  from: number
  to: number
}

// What completes before the caret, in a text, in a field of usernames, and in that of a place. A mention is no address of mail, and a slash between words asks for nothing.
const started = { text: /(?:(?<![\p{L}\p{N}_.])@[\w.]{0,30}|#[\p{L}\p{N}_]*|(?<!\S)\/[^\s/]*)$/u, name: /[\w.]*$/, place: /[^]*$/ }

export type Taken = keyof typeof started

/** The word that the caret stands in or behind; null where nothing completes. */
export function writtenAt(text: string, caret: number, taken: Taken): Written | null {
  const found = started[taken].exec(text.slice(0, caret))
  if (!found) return null
  const sign = taken === 'text' ? found[0].charAt(0) : ''
  const rest = (sign === '#' ? /^[\p{L}\p{N}_]*/u : sign === '/' ? /^/ : /^[\w.]*/).exec(text.slice(caret))
  return { sign, word: found[0].slice(sign.length), from: found.index, to: caret + (rest?.[0].length ?? 0) }
}

/** Those that begin with the word, then those that have it elsewhere. */
export function fitting<T>(all: readonly T[], word: string, nameOf: (each: T) => string): T[] {
  const typed = word.toLowerCase()
  const found = all.map((each) => ({ each, at: nameOf(each).toLowerCase().indexOf(typed) })).filter(({ at }) => at >= 0)
  return [...found.filter(({ at }) => at === 0), ...found.filter(({ at }) => at > 0)].slice(0, 6).map(({ each }) => each)
}

/** The number that a place has at the network, from its link or as it is, with the name that the link has. */
export function placeIn(text: string): { id: string; name: string } | null {
  const typed = text.trim()
  if (/^\d{1,20}$/.test(typed)) return { id: typed, name: '' }
  try {
    const { hostname, pathname, searchParams } = new URL(/^https?:/i.test(typed) ? typed : `https://${typed}`)
    const parts = decodeURIComponent(pathname).split('/').filter(Boolean)
    const [first, second, third = '', fourth = ''] = parts
    let id = '', name = ''
    if (/(^|\.)instagram\.com$/.test(hostname) && first === 'explore' && second === 'locations') [id, name] = [third, fourth]
    else if (/(^|\.)(facebook|fb)\.com$/.test(hostname)) {
      if (first === 'profile.php') id = searchParams.get('id') ?? ''
      else if (parts.length === 1 || /^(p|pages|places)$/.test(first ?? '')) [, name = parts.length > 2 ? parts.at(-2)! : '', id = ''] = /^(?:(.*)-)?(\d{5,20})$/.exec(parts.at(-1) ?? '') ?? []
    }
    return /^\d{1,20}$/.test(id) ? { id, name: name.replaceAll('-', ' ').replace(/(^| )\p{L}/gu, (letter) => letter.toUpperCase()) } : null
  } catch {
    return null
  }
}
