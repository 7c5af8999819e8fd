import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountOverview } from '../src/api/client.ts'
import { copyOf, inWords, nameOf, others, wordOf, type Part, type Report } from '../src/ui/health.ts'
import { partsOf } from '../src/pages/overview/overview.ts'

const part = (id: string, verdict: Part['verdict'], changes: Partial<Part> = {}) => ({
  id, name: id, verdict, says: `${id} says`, evidence: '', figure: '', unit: '', accountId: null, since: null, fix: { label: '', to: '', canMend: false, command: '' }, ...changes,
}) as Part
const report = (...parts: Part[]) => ({
  parts, mend: parts.filter(({ verdict }) => verdict === 'mend').length, soon: parts.filter(({ verdict }) => verdict === 'soon').length, checkedAt: '2026-12-10T12:00:00.000Z', lookedAt: '2026-12-10T11:00:00.000Z', isLooking: false,
}) as Report

test('all is well only where nothing is wrong, and nothing is unknown', () => {
  assert.equal(wordOf(undefined).text, '')
  assert.equal(wordOf({ ...report(part('disk', 'well')), lookedAt: null }).text, '')
  assert.equal(wordOf(report(part('disk', 'well'))).text, 'all well')
  assert.deepEqual(wordOf(report(part('disk', 'soon'), part('key', 'soon'))), { text: '2 soon', sign: 'warn' })
  assert.deepEqual(wordOf(report(part('disk', 'soon'), part('key', 'mend'))), { text: '1 to mend', sign: 'bad' })
  assert.equal(inWords(report(part('disk', 'soon'), part('key', 'mend'))), 'one part to mend, one part to look after soon.')
  assert.equal(inWords(report(part('disk', 'well'))), 'All is well.')
})

test('the overview tells of each part that nothing else there tells of', () => {
  const all = report(part('held', 'mend'), part('account:a', 'mend', { accountId: 'a' }), part('backup', 'mend', { fix: { label: 'Make one now', to: '/settings/backups', canMend: false, command: 'crier backup FILE' } }), part('clock', 'soon', { fix: { label: 'How', to: '/docs/schedule', canMend: false, command: '' } }), part('disk', 'well'))
  assert.deepEqual(others(all).map(({ id }) => id), ['backup', 'clock'])
  assert.deepEqual(partsOf(all).map(({ key, isBad, to, action }) => [key, isBad, to, action]), [['backup', true, '/settings/backups', 'Make one now'], ['clock', false, '/health', 'Look']])
  assert.deepEqual(partsOf(undefined), [])
})

test('a part of an account has the name that people know it by', () => {
  const accounts = [{ account: { id: 'a', name: 'Mara Voss', username: 'mara' } }] as AccountOverview[]
  assert.equal(nameOf(part('account:a', 'well', { accountId: 'a' }), accounts), 'Mara Voss’s access')
  assert.equal(nameOf(part('disk', 'well'), accounts), 'disk')
})

test('the report that is given away names neither people nor places', () => {
  const text = copyOf(report(part('account:a', 'mend', { name: 'Access of mara', accountId: 'a', says: 'mara must be connected again', evidence: '/home/mara', figure: '4', unit: 'days' })), '1.0')
  assert.equal(text, 'Crier 1.0, 2026-12-10T12:00:00.000Z\nmend  account  4 days')
})
