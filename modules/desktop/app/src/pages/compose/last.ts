const name = 'crier.last-time'

/** The time of day that a post was planned for last: the next one is likely to be for the same. */
export function lastTime(): string {
  try {
    const time = localStorage.getItem(name) ?? ''
    return /^\d{2}:\d{2}$/.test(time) ? time : '09:00'
  } catch {
    return '09:00'
  }
}

export function rememberTime(time: string): void {
  try {
    localStorage.setItem(name, time)
  } catch {
    // The next post begins at nine.
  }
}
