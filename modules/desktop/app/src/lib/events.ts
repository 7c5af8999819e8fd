// Takes the service's events into the cache. Of all tabs one, the leader, holds the stream and passes on what it says: a stream holds one of the six
// connections that a browser has for a server. Without a stream everything is asked again every 15 seconds.
import { invalidate, invalidateAll, type Kind } from './cache.svelte.ts'
import { connection } from './connection.svelte.ts'
import { session } from './session.ts'

const pollEvery = 15_000
const streamAgainAfter = 5_000

export interface Happening {
  kind: Kind
  id: string | null
  updatedAt: string | null
}

interface Message {
  /** The stream's id of what happened, by which another tab goes on from there. */
  eventId: string
  /** Absent when the reader must ask for everything again. */
  happened?: Happening
}

const listeners = new Set<(happening?: Happening) => void>()
let channel: BroadcastChannel | undefined
let lastId = ''

/** Has f told of every event, and without one when anything may have happened; the cache is made old by itself. */
export function onHappening(f: (happening?: Happening) => void): () => void {
  listeners.add(f)
  return () => listeners.delete(f)
}

function take(message: Message): void {
  if (message.eventId) lastId = message.eventId
  if (message.happened) invalidate(message.happened.kind)
  else {
    invalidateAll()
    void connection.tryNow() // It may be in another mode.
  }
  for (const listener of listeners) listener(message.happened)
}

function tell(message: Message): void {
  take(message)
  channel?.postMessage(message)
}

/** Holds the stream until what it returns is called. isNew says that the page is, so that it has just asked for what it shows. */
function lead(isNew: boolean): () => void {
  let source: EventSource | undefined
  let mayHaveMissed = !isNew
  let again: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    clearTimeout(again)
    source?.close()
    const stream = (source = new EventSource('/api/events' + (lastId ? `?after=${encodeURIComponent(lastId)}` : '')))
    stream.addEventListener('open', () => {
      // Without an id the stream begins now, and does not tell what happened before.
      if (mayHaveMissed && !lastId) tell({ eventId: '' })
      mayHaveMissed = true
    })
    stream.addEventListener('reset', (event) => tell({ eventId: event.lastEventId }))
    stream.addEventListener('message', (event) => {
      const { kind, id = null, updatedAt = null } = JSON.parse(event.data as string) as Partial<Happening>
      if (kind) tell({ eventId: event.lastEventId, happened: { kind, id, updatedAt } })
    })
    stream.addEventListener('error', () => {
      // The browser would try again by itself and not say whether the session or the service has ended.
      stream.close()
      mayHaveMissed = true
      void ended()
    })
  }

  async function ended(): Promise<void> {
    await connection.tryNow()
    // Once the service is back, the stream is opened again.
    if (!connection.up) return
    if (await session.check()) again = setTimeout(open, streamAgainAfter)
  }

  const poll = setInterval(() => {
    if (source?.readyState !== EventSource.OPEN && connection.up) tell({ eventId: '' })
  }, pollEvery)
  const stop = connection.onReturn(open)
  open()
  connection.leads = true
  return () => {
    connection.leads = false
    stop()
    clearInterval(poll)
    clearTimeout(again)
    source?.close()
    source = undefined
  }
}

/** Leads as soon as no other tab does, until the page is left. */
async function queue(isNew: boolean): Promise<void> {
  const left = new AbortController()
  addEventListener('pagehide', () => left.abort(), { once: true })
  const work = (isFirst: boolean) => new Promise<void>((resolve) => {
    if (left.signal.aborted) {
      resolve()
      return
    }
    const stop = lead(isFirst)
    left.signal.addEventListener('abort', () => {
      stop()
      resolve()
    })
  })
  const request = (options: LockOptions, isFirst: boolean) =>
    navigator.locks.request('crier.events', options, async (free) => free && work(isFirst).then(() => true)).catch(() => false)
  const led = await request({ ifAvailable: true }, isNew)
  if (!led && !left.signal.aborted) await request({ signal: left.signal }, false)
}

/** Begins to listen. */
export function listen(): void {
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('crier')
    channel.addEventListener('message', (event: MessageEvent<Message>) => take(event.data))
  }
  if (!navigator.locks) {
    lead(true)
    return
  }
  void queue(true)
  // A page that is left is kept for a while, to be shown again: meanwhile another tab has to lead.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    void queue(false)
    take({ eventId: '' })
  })
}
