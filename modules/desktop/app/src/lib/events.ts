// Keeps what is on the screen up to date. Of all tabs one, the leader, says when everything is asked again.
import { invalidate, invalidateAll, type Kind } from './cache.svelte.ts'
import { connection } from './connection.svelte.ts'

const pollEvery = 15_000

export interface Happening {
  kind: Kind
  id: string | null
  updatedAt: string | null
}

type Message = { happened: Happening } | { reset: true }

const listeners = new Set<(happening: Happening) => void>()
let channel: BroadcastChannel | undefined

/** Has f told of every event; the cache is made old by itself. */
export function onHappening(f: (happening: Happening) => void): () => void {
  listeners.add(f)
  return () => listeners.delete(f)
}

function take(message: Message): void {
  if ('reset' in message) {
    invalidateAll()
    return
  }
  invalidate(message.happened.kind)
  for (const listener of listeners) listener(message.happened)
}

function tell(message: Message): void {
  take(message)
  channel?.postMessage(message)
}

/** Has everything asked again from time to time, until the page goes. */
function lead(): void {
  setInterval(() => {
    if (connection.up) tell({ reset: true })
  }, pollEvery)
}

/** Begins to listen. */
export function listen(): void {
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('crier')
    channel.addEventListener('message', (event: MessageEvent<Message>) => take(event.data))
  }
  if (!navigator.locks) {
    lead()
    return
  }
  // The promise never ends: the lock is given back when the tab closes, and the next one leads.
  void navigator.locks.request('crier.events', () => {
    lead()
    return new Promise(() => undefined)
  })
}
