// What an operation that failed says.
import { ownZone, clock, dayOf, shortDay } from './time.ts'
import { capital } from './words.ts'

export class Failure extends Error {
  readonly code: string
  readonly status: number
  readonly details: unknown
  readonly requestId: string | null

  constructor(message: string, about: Partial<Omit<Failure, 'message' | 'name'>> = {}) {
    super(message)
    this.code = about.code ?? 'UNKNOWN_ERROR'
    this.status = about.status ?? 0
    this.details = about.details
    this.requestId = about.requestId ?? null
  }

  /** Whether there was no answer at all. */
  get isLost(): boolean {
    return this.status === 0
  }

  /** The message as a sentence. */
  get sentence(): string {
    return sentence(this.message)
  }
}

/** What is thrown while nobody answers. */
export const notRunning = () => new Failure('Crier is not running. Start it with crier serve')

// Codes, traces, commands and operations in brackets, ids, and the field of a request.
const technical = /^body\.\w+: |\.? \((?:code \d|crier |--|[A-Z]+ \/)[^)]*\)|; see: crier [a-z ]+| [\da-f-]{36}\b/g

const names = new Set<string>()

/** Tells the names of accounts, which a sentence that begins with one writes as they are. */
export function keepNames(all: Iterable<string>) {
  for (const name of all) names.add(name)
}

/** Whether a text begins with the name of an account, or with a word that is none of a language, such as the name of a file. */
function isNamed(text: string): boolean {
  const first = /^[\w.-]*/.exec(text)?.[0] ?? ''
  return names.has(first) || /[._]\w/.test(first)
}

/** Makes a message a sentence for people: without what programs go by, with its instants as they are in the zone. */
export function sentence(message: string, zone = ownZone()): string {
  const text = message.trim().replace(technical, '').replace(/\d{4}-[\d-]+T[\d:.]+Z/g, (at) => `${clock(at, zone)} on ${shortDay(dayOf(at, zone))}`)
  return (isNamed(text) ? text : capital(text)) + (/[.!?…]$/.test(text) ? '' : '.')
}

interface Told {
  error?: unknown
  code?: unknown
  details?: unknown
}

/** Reads what the service answered in place of what was asked for. */
export function failureOf(response: Response, body: unknown): Failure {
  const told = (typeof body === 'object' && body !== null ? body : {}) as Told
  return new Failure(typeof told.error === 'string' ? told.error : `the service answered ${response.status} without a reason`, {
    code: typeof told.code === 'string' ? told.code : 'UNKNOWN_ERROR',
    status: response.status,
    details: told.details,
    requestId: response.headers.get('X-Request-Id'),
  })
}

/** Turns whatever was thrown into a Failure. */
export function asFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  return new Failure(thrown instanceof Error ? thrown.message : String(thrown), { status: -1 })
}
