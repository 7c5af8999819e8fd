// Finds out whether this browser is signed in, and leads to the page that says how to.
import { addressOf } from './paths.ts'

const returnKey = 'crier.return'
export const signedOutPath = '/signed-out'

/** Whether this is the address that Crier alone has. At 127.0.0.1 a session is short, and makes nothing that lasts. */
export const isOwnAddress = location.hostname.endsWith('.localhost')

let leave: (path: string) => void = () => undefined
let checking: Promise<boolean> | undefined

async function isSignedIn(): Promise<boolean> {
  const response = await fetch('/api/v1/auth/check', { cache: 'no-store' })
  const said = (await response.json()) as { authenticated?: boolean }
  return said.authenticated === true
}

function isHere(): boolean {
  return location.pathname === addressOf(signedOutPath)
}

function remember(): void {
  sessionStorage.setItem(returnKey, location.pathname + location.search)
}

export const session = {
  /** Says how a page is left for another. */
  setLeave(f: (path: string) => void): void {
    leave = f
  },

  isSignedIn,

  /** Asks whether there is a session, and leads to the page for those without. A refusal alone does not say so: the network refuses tokens too. */
  async check(): Promise<boolean> {
    checking ??= isSignedIn()
      .catch(() => true)
      .finally(() => (checking = undefined))
    const signedIn = await checking
    if (!signedIn) session.end()
    return signedIn
  },

  /** Leads to the page for those who are not signed in, and remembers where they were. */
  end(): void {
    if (isHere()) return
    remember()
    leave(signedOutPath)
  },

  /** The same before the first page is there. */
  endBeforeStart(): void {
    if (isHere()) return
    remember()
    history.replaceState(null, '', addressOf(signedOutPath))
  },

  /** Has Crier sign this browser in, at an address that it gave, and comes back to this page. */
  begin(address: string): void {
    if (!isHere()) remember()
    location.assign(address)
  },

  /** Signed in: goes back to where they were, before the first page is there. The page for those who are not would be wrong. */
  comeBack(): void {
    const path = sessionStorage.getItem(returnKey) ?? (isHere() ? addressOf('/') : null)
    if (!path || (!isHere() && location.pathname !== addressOf('/'))) return
    sessionStorage.removeItem(returnKey)
    if (path.startsWith(addressOf('/'))) history.replaceState(null, '', path)
  },
}
