/** What a screen reader is told, politely. */
class Announcer {
  text = $state('')
}

export const announcer = new Announcer()

/** Tells people who do not see the screen what has happened. */
export function announce(text: string): void {
  // The same words twice are told twice only when the text changes in between.
  announcer.text = ''
  setTimeout(() => (announcer.text = text), 30)
}
