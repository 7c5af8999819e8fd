import type { AccountOverview } from '../api/client.ts'
import { sentence } from '../lib/failure.ts'
import { accountName } from './account.ts'

/** What is known of how Crier itself is doing; undefined is not known. */
export interface Known {
  isLive: boolean
  accounts: readonly AccountOverview[] | undefined
  health: { status: string } | undefined
  bucket: { configured: boolean } | undefined
  cloud: { tokenWarning?: string | null } | undefined
}

export interface Trouble {
  key: string
  title: string
  text: string
  /** The account that it is about, whose remedy is shown in place of the text. */
  overview?: AccountOverview
  command?: string
  /** A page that does it, and what its button says. */
  to?: string
  action?: string
}

/** What keeps Crier from publishing, or will, as far as it is known. */
export function troublesOf({ isLive, accounts, health, bucket, cloud }: Known): Trouble[] {
  const troubles: Trouble[] = []
  if (health && health.status !== 'healthy') troubles.push({ key: 'service', title: 'Crier is not well', text: 'This command says what is wrong, and what to do.', command: 'crier status' })
  if (isLive && accounts?.length === 0) troubles.push({ key: 'account', title: 'No account is connected', text: 'Nothing can be published without one.', to: '/accounts?connect=new', action: 'Connect an account' })
  if (isLive && bucket?.configured === false) troubles.push({ key: 'bucket', title: 'No bucket is set up', text: 'Instagram fetches pictures from a public address, and there is none yet.', command: 'crier bucket set' })
  for (const overview of accounts ?? []) {
    if (overview.remedy ?? overview.warning) troubles.push({ key: overview.account.id, title: accountName(overview.account) + (overview.remedy ? ' cannot publish' : ''), text: '', overview })
  }
  if (cloud?.tokenWarning) troubles.push({ key: 'token', title: 'The Cloudflare token ends', text: sentence(cloud.tokenWarning) })
  return troubles
}

/** Whether nothing is wrong, and nothing is unknown. */
export function isWell(known: Known): boolean {
  return troublesOf(known).length === 0 && Boolean(known.accounts && known.health && known.bucket && known.cloud)
}
