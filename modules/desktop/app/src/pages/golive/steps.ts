import type { InternalSchemas } from '../../api/client.ts'
import { count, capital } from '../../lib/words.ts'
import type { Sign } from '../../ui/status.ts'

export type Step = InternalSchemas['GoLiveStep']
export type StepId = Step['id']

const isSettled = (step: Step) => step.state === 'done' || !step.needed

/** Whether somebody has something to do for the step. */
export const needsSomebody = (step: Step) => step.needed && (step.state === 'todo' || step.state === 'failing')

/** The step that is open when nobody has chosen another: the first that needs somebody. An account is seen by its access, so that access goes before. */
export function firstOpen(steps: readonly Step[]): StepId | null {
  const left = steps.filter(needsSomebody)
  return (left.find(({ id }) => id === 'token' && left.some((step) => step.id === 'account')) ?? left[0])?.id ?? null
}

/** The glyph of a step and its word; none where its number stands. */
export function markOf(step: Step, isOpen: boolean): { sign: Sign | null; word: string } {
  if (step.state === 'failing') return { sign: 'bad', word: 'Needs you' }
  if (step.state === 'done' && (step.needed || step.id === 'off')) return { sign: 'ok', word: 'Done' }
  if (!step.needed) return { sign: 'draft', word: 'Not needed' }
  return isOpen && step.state === 'todo' ? { sign: 'now', word: 'Open' } : { sign: null, word: step.state === 'todo' ? 'To do' : 'Waits' }
}

/** How far it is, in one sentence. */
export function progressOf(steps: readonly Step[]): string {
  const left = steps.filter((step) => !isSettled(step)).length
  const failing = steps.filter(({ state }) => state === 'failing').length
  if (failing > 0) return `${capital(count(failing))} ${failing === 1 ? 'step needs' : 'steps need'} you.`
  return left === 0 ? 'Everything works.' : `${steps.length - left} of ${steps.length} settled, ${left} to go.`
}
