const pattern = /^@?[A-Za-z0-9._]{1,30}$/

/** Whether somebody can be called so at the network. */
export function isUsername(username: string): boolean {
  return pattern.test(username.trim())
}

/** The username without the @ that people write before it. */
export function withoutAt(username: string): string {
  return username.trim().replace(/^@/, '')
}
