import type { InternalSchemas } from '../../api/client.ts'
import { sentence } from '../../lib/failure.ts'

export type Step = InternalSchemas['Step']

/** How long something took: under 1 ms, 212 ms, 6.1 s, 4 min. */
export function took(ms: number): string {
  if (ms < 1) return 'under 1 ms'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  const minutes = Math.round(ms / 60_000)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The path of a call without what every call has, and with long numbers cut in the middle. */
export function shortPath(path: string): string {
  return path
    .replace(/^\/(?:graph-ig|graph-fb|www-ig|www-fb|api-ig|native|rupload)(?=\/)/, '')
    .replace(/^\/v\d+\.\d+(?=\/)/, '')
    .replace(/\d{12,}/g, (id) => `${id.slice(0, 5)}…${id.slice(-3)}`)
}

/** What a call was answered, in a word or two. */
export function answerOf(step: Step): string {
  if (step.httpStatus === undefined) return 'NO ANSWER'
  if (step.httpStatus >= 400 || step.code) {
    const code = step.code ? ` · ${step.code}${step.subcode ? `/${step.subcode}` : ''}` : ''
    return `${step.httpStatus}${code}`
  }
  const state = /^[A-Z_]{4,}$/.exec(step.text ?? '')?.[0]
  const listed = /^\d+ media$/.exec(step.text ?? '')?.[0]
  return state ?? (listed ? `${step.httpStatus}, ${listed}` : String(step.httpStatus))
}

// What programs go by: the operations of the API, and the network's ids.
const technical = /\b(?:GET|POST|PUT|DELETE) \/\S+ ?|,? ?(?:\bas media )?\b\d{12,}\b/g

/** What the network or Crier said, as a sentence that blames nobody: an attempt without an answer has not failed. */
export function plain(text: string | undefined): string {
  const bare = (text ?? '').replace(/^the attempt failed: /, '').replace(technical, '').trim()
  return bare && sentence(bare)
}
