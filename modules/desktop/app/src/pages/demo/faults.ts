import type { InternalSchemas, Post } from '../../api/client.ts'

export type Ledger = InternalSchemas['Seen']
export type FaultName = Exclude<InternalSchemas['Armed']['fault'], 'none'>

export interface Fault {
  name: FaultName
  title: string
  text: string
}

/** The bad days that can be had, the worst first. */
export const faults: readonly Fault[] = [
  {
    name: 'lostAnswer', title: 'The answer gets lost',
    text: 'Instagram publishes, and the line is cut before it says so. A program that tries again now posts twice.',
  },
  {
    name: 'processKilled', title: 'Crier is killed',
    text: 'Instagram has the publish call in hand and publishes. Crier dies before it hears so, as in a power cut, and is started again.',
  },
  { name: 'slowContainer', title: 'Instagram is slow', text: 'It takes eight seconds to prepare each picture.' },
  { name: 'cap', title: 'The limit is used up', text: 'The account has published all that it may in 24 hours.' },
  { name: 'deadToken', title: 'Access has ended', text: 'Instagram does not take the account’s token any more.' },
]

export function faultOf(name: string | null): Fault {
  return faults.find((fault) => fault.name === name) ?? (faults[0] as Fault)
}

/** What the ledger says, in a sentence. */
export function verdict(ledger: Ledger | undefined, post: Pick<Post, 'status'> | undefined): { text: string; isGood: boolean } {
  const visible = ledger?.items.length ?? 0
  const calls = ledger?.publishCalls.length ?? 0
  if (post?.status === 'PUBLISHED' && visible === 1) return { text: `One post. ${calls === 1 ? 'Crier asked once, and it is there once.' : `Crier asked ${calls} times, and it is there once.`}`, isGood: true }
  if (visible > 1) return { text: `${visible} posts are there. That must never be.`, isGood: false }
  if (visible === 1) return { text: 'It is there. Crier does not know yet, and does not send it again.', isGood: true }
  if (calls > 0) return { text: 'The sandbox was asked, and nothing is there.', isGood: true }
  return { text: 'Nothing was sent, and nothing is there.', isGood: true }
}
