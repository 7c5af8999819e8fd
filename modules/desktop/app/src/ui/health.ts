import type { AccountOverview, InternalSchemas } from '../api/client.ts'
import { sentence } from '../lib/failure.ts'
import { counted } from '../lib/words.ts'
import { accountName } from './account.ts'
import type { Sign } from './status.ts'

export type Part = InternalSchemas['HealthPart']
export type Report = InternalSchemas['HealthReport']

export const signs: Readonly<Record<Part['verdict'], { sign: Sign; word: string }>> = {
  mend: { sign: 'bad', word: 'To mend' }, soon: { sign: 'warn', word: 'To look after soon' }, well: { sign: 'ok', word: 'Well' },
}

/** What a part is called: an account has the name that people know it by. */
export function nameOf(part: Part, accounts: readonly AccountOverview[]): string {
  const overview = accounts.find(({ account }) => account.id === part.accountId)
  return overview ? `${accountName(overview.account)}’s access` : part.name
}

/** The parts that somebody has to do something about and that nothing else tells of: accounts and held posts stand where they are. */
export function others(report: Report | undefined): Part[] {
  return report?.parts.filter((part) => part.verdict !== 'well' && !part.accountId && part.id !== 'held') ?? []
}

/** The word beside Health in the sidebar. */
export function wordOf(report: Report | undefined): { text: string; sign: Sign | null } {
  if (!report) return { text: '', sign: null }
  if (report.mend > 0) return { text: `${report.mend} to mend`, sign: 'bad' }
  if (report.soon > 0) return { text: `${report.soon} soon`, sign: 'warn' }
  // What takes a while may not be looked at yet.
  return { text: report.lookedAt ? 'all well' : '', sign: null }
}

/** What a page says of all of it: One to mend, two to look after soon. */
export function inWords(report: Report): string {
  const parts = [...(report.mend > 0 ? [`${counted(report.mend, 'part', 'parts')} to mend`] : []), ...(report.soon > 0 ? [`${counted(report.soon, 'part', 'parts')} to look after soon`] : [])]
  return parts.length > 0 ? `${parts.join(', ')}.` : 'All is well.'
}

/** The report as a text that can be given away: parts, verdicts and figures, without names, paths and addresses. */
export function copyOf(report: Report, version: string): string {
  const line = (part: Part) => `${part.verdict.padEnd(4)}  ${part.accountId ? 'account' : part.id}  ${[part.figure, part.unit].filter(Boolean).join(' ')}`.trimEnd()
  return [`Crier ${version}, ${report.checkedAt}`, ...report.parts.map(line)].join('\n')
}

export const saysOf = (part: Part, zone?: string) => sentence(part.says, zone)
