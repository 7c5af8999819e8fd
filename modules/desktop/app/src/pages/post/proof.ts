import type { InternalSchemas, Post } from '../../api/client.ts'
import { counted } from '../../lib/words.ts'
import { isLost, isPublish, isRefused, type Timeline } from './timeline.ts'
import { took } from './words.ts'

/** The proof that a post went out once, as far as its timeline tells. */
export interface Proof {
  intentAt: string | null
  sent: number
  answer: string
  provedBy: string
}

export function proofOf(timeline: Timeline): Proof {
  const { steps, post } = timeline
  const calls = steps.filter(isPublish)
  const last = calls.at(-1)
  const intent = steps.findLast((step) => step.kind === 'STATUS' && step.to === 'PUBLISHING')
  const wasMatched = steps.some((step) => step.what === 'MATCHED')
  let answer = 'not sent yet'
  if (last) {
    if (isLost(last)) answer = last.durationMs ? `none, after ${took(last.durationMs)}` : 'none: the line was cut'
    else if (isRefused(last)) answer = `refused, ${last.httpStatus}`
    else answer = `after ${took(last.durationMs ?? 0)}: ${post.snMediaId ?? last.text ?? ''}`
  }
  let provedBy = 'nothing yet'
  if (post.status === 'PUBLISHED') {
    provedBy = last && !isLost(last) && !isRefused(last)
      ? 'the answer, which names the post'
      : wasMatched
        ? `reading it back: same account, same ${post.mediaFiles.length === 1 ? 'picture' : counted(post.mediaFiles.length, 'picture')}, made after the call`
        : 'Instagram, which says that it is live'
  }
  return { intentAt: intent?.at ?? null, sent: calls.reduce((sum, call) => sum + call.times, 0), answer, provedBy }
}

/** The address without its host, which a link shows anyway: /p/DSx4kQzr8Yb */
export function pathOf(address: string): string {
  try {
    return new URL(address).pathname.replace(/^\/www-(?:ig|fb)(?=\/)/, '').replace(/\/$/, '')
  } catch {
    return address
  }
}

/** The proof as the ledger of attempts has it, which outlives the timeline. What the timeline knows better, such as how long the line was quiet, stays. */
export function withLedger(told: Proof, ledger: InternalSchemas['Proof'] | undefined, post: Post): Proof {
  const attempts = (ledger?.attempts ?? []).filter((attempt) => attempt.place === 'instagram')
  const last = attempts.at(-1)
  if (!ledger || !last) return told
  const files = post.mediaFiles.length === 1 ? 'picture' : counted(post.mediaFiles.length, 'picture')
  const ways = {
    answer: 'the answer, which names the post',
    listed: 'Instagram, which names the call beside the post',
    found: `reading it back: same account, same ${files}, made after the call`,
  }
  const answer = last.answeredAt
    ? `after ${took(Date.parse(last.answeredAt) - Date.parse(last.intentAt))}: ${last.answer ?? ''}`
    : told.sent > 0 ? told.answer : 'none'
  return {
    intentAt: last.intentAt, sent: ledger.publishCalls, answer,
    provedBy: last.provedBy ? ways[last.provedBy] : last.verdict === 'absent' ? 'Instagram, which shows that it had no effect' : told.provedBy,
  }
}

/** What happened as text to send to somebody: no caption, no name, no whole id. */
export function copyOf(timeline: Timeline, shorten: (path: string) => string): string {
  const hide = (text: string) => text.replace(/https?:\/\/\S+/g, '(address)').replace(/\d{12,}/g, (id) => `${id.slice(0, 5)}…${id.slice(-3)}`)
  const lines = timeline.steps.map((step) => {
    const parts = [step.at, step.kind === 'STATUS' ? step.to : step.kind === 'CALL' ? step.op : step.kind.toLowerCase()]
    if (step.kind === 'CALL') {
      parts.push(`${step.method} ${shorten(step.path ?? '')}`, took(step.durationMs ?? 0), step.httpStatus === undefined ? 'no answer' : `HTTP ${step.httpStatus}`)
      if (step.code) parts.push(`code ${step.code}${step.subcode ? `/${step.subcode}` : ''}`)
      if (step.traceId) parts.push(`trace ${step.traceId}`)
    }
    if (step.errorCode) parts.push(step.errorCode)
    if (step.text) parts.push(hide(step.text))
    if (step.times > 1) parts.push(`${step.times} times`)
    return parts.filter(Boolean).join('  ')
  })
  return [`${timeline.post.mediaType}, ${timeline.post.status}${timeline.post.errorCode ? `, ${timeline.post.errorCode}` : ''}`, ...lines].join('\n')
}
