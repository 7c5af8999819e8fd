import type { InternalSchemas } from '../../../api/client.ts'

export type Setup = InternalSchemas['SetupStatus']
export type Step = InternalSchemas['SetupStep']

/** The steps of the set-up in their order, by what they do for somebody. */
export const steps: readonly { name: string; title: string; aside?: string }[] = [
  { name: 'token', title: 'Cloudflare lets Crier in' },
  { name: 'account', title: 'The account' },
  { name: 'bucket', title: 'Where files are kept' },
  { name: 'namespace', title: 'A place for what waits' },
  { name: 'subdomain', title: 'A name for its address' },
  { name: 'upload', title: 'Put the worker there' },
  { name: 'cron', title: 'Wind its clock' },
  { name: 'serve', title: 'Open its address' },
  { name: 'answer', title: 'Hear it answer', aside: 'up to a minute' },
  { name: 'media', title: 'Let it put and fetch a file' },
]

/** Where in Cloudflare's dashboard a step that was refused is mended. */
export function mendedAt(step: Step): { href: string; name: string } | undefined {
  if (step.needs === 'permission') return { href: 'https://dash.cloudflare.com/profile/api-tokens', name: 'Open your tokens at Cloudflare' }
  if (step.needs === 'ready') return { href: 'https://dash.cloudflare.com/', name: 'Open Cloudflare' }
  return undefined
}

export const isDone = (step: Step | undefined) => step?.state === 'DONE' || step?.state === 'WARNING'

/** Whether the worker was set up to its end once: what comes later is looking after it. */
export const isSetUp = (setup: Setup) => setup.isConfigured && setup.lastVerifiedAt !== null
