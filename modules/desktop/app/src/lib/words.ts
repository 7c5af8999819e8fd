const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** A number in a sentence: two, 14, 1,200. */
export function count(n: number): string {
  return small[n] ?? n.toLocaleString('en-GB')
}

/** one post, two posts, no posts. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`
}

/** 1 post, 2 posts, 1,200 posts: where figures are compared. */
export function figured(n: number, one: string): string {
  return `${n.toLocaleString('en-GB')} ${one}${n === 1 ? '' : 's'}`
}

/** How many there are below a heading: 2 posts, or 2 posts and more where the rest is not read yet. */
export function tally(n: number, one: string, hasMore: unknown): string {
  return figured(n, one) + (hasMore ? ' and more' : '')
}

/** The text with a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** a; a and b; a, b and c. */
export function list(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`
}

/** 0:42 */
export function lasts(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
