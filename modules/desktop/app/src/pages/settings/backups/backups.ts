import { internal, ok, send, type InternalSchemas } from '../../../api/client.ts'
import type { Query } from '../../../lib/cache.svelte.ts'
import { asFailure, Failure, failureOf } from '../../../lib/failure.ts'
import { session } from '../../../lib/session.ts'

export type Backup = InternalSchemas['Stored']
export type Looked = InternalSchemas['Looked']
export type Restored = InternalSchemas['Restored']

export const backups = {
  key: 'settings/backups',
  kinds: ['status'],
  load: (signal) => ok(internal.GET('/backups', { signal })),
} satisfies Query<InternalSchemas['Overview']>

/** Where a backup is downloaded from. */
export const addressOfFile = (name: string) => `/api/backups/files/${encodeURIComponent(name)}`

/** Sends a file, and tells what it says of itself. What is no backup is not sent at all. */
export async function sent(file: File): Promise<Looked> {
  let head: string
  try {
    head = await file.slice(0, 64).text()
  } catch {
    throw new Failure('the file cannot be read any more; it may have been moved, renamed or deleted', { status: -1 })
  }
  if (!head.startsWith('PK\u0003\u0004') || !head.includes('manifest.json')) throw new Failure(`${file.name} is not a backup of Crier; choose one that Crier has made, whose name ends in .crier. Nothing was changed`, { status: -1 })
  const response = await send('/api/backups/uploads', { method: 'POST', body: file, headers: { 'Content-Type': 'application/octet-stream' } })
  const body: unknown = await response.json()
  if (!response.ok) throw failureOf(response, body)
  return body as Looked
}

/** What a file has, as the service takes it. */
export async function inBase64(file: File): Promise<string> {
  if (file.size > 65_536) throw new Failure(`${file.name} is too large for the file of a key. Nothing was changed`, { status: -1 })
  return btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer())))
}

/** Has the browser store a file. */
export function store(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Waits until a restore is done: then this browser is signed in again, and the page loaded. Throws why it failed. */
export async function untilRestored({ id, signIn }: InternalSchemas['Restoring']): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 400))
    // Nothing answers for a moment, and then another folder does, which does not know this session.
    const response = await fetch('/api/backups', { cache: 'no-store' }).catch(() => undefined)
    const told = response?.ok ? ((await response.json().catch(() => undefined)) as InternalSchemas['Overview'] | undefined)?.restored : undefined
    if (told?.id === id && told.failed) throw asFailure(new Failure(told.failed, { status: -1 }))
    if (response?.status === 401 || told?.id === id) break
  }
  session.begin(signIn)
}
