import type { MediaFile } from '../api/client.ts'
import { connection } from './connection.svelte.ts'
import { Failure, failureOf } from './failure.ts'
import { session } from './session.ts'

/** Sends a file to the library, and tells how many of its bytes are sent. fetch tells nothing of that. */
export function uploadFile(file: File, abort: AbortSignal, onsent: (bytes: number) => void): Promise<MediaFile> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const failed = (message: string, status = 0) => reject(new Failure(message, { status }))
    abort.addEventListener('abort', () => {
      xhr.abort()
      failed('it was cancelled', -1)
    })
    xhr.upload.addEventListener('progress', (event) => onsent(Math.min(event.loaded, file.size)))
    xhr.addEventListener('load', () => {
      let body: unknown
      try {
        body = JSON.parse(xhr.responseText)
      } catch {
        body = null
      }
      if (xhr.status === 201 || xhr.status === 200) return resolve(body as MediaFile)
      reject(failureOf(new Response(null, { status: xhr.status || 500, headers: { 'X-Request-Id': xhr.getResponseHeader('X-Request-Id') ?? '' } }), body))
      if (xhr.status === 401) void session.check()
    })
    // No answer is either the service's fault or the file's, which can be gone by now.
    xhr.addEventListener('error', () => void file.slice(0, 1).arrayBuffer().then(() => {
      connection.lost()
      failed('it was not sent, for Crier is not running')
    }, () => failed('the file cannot be read any more; it may have been moved, renamed or deleted', -1)))
    const form = new FormData()
    form.append('file', file, file.name)
    xhr.open('POST', '/api/v1/media/upload')
    xhr.send(form)
  })
}
