import type { Client, FetchResponse } from 'openapi-fetch'
import { connection } from '../lib/connection.svelte.ts'
import { failureOf, notRunning } from '../lib/failure.ts'
import { session } from '../lib/session.ts'
import type { paths as InternalPaths } from './internal.d.ts'
import { requestOf, type RequestOptions } from './request.ts'
import type { components as V1, paths as V1Paths } from './v1.d.ts'
import type { components as Internal } from './internal.d.ts'

export type Post = V1['schemas']['Post']
export type MediaFile = V1['schemas']['MediaFile']
export type SocialAccount = V1['schemas']['SocialAccount']
export type AccountOverview = Internal['schemas']['AccountOverview']
export type V1Schemas = V1['schemas']
export type InternalSchemas = Internal['schemas']

/** Sends a request and takes notice of whether the service answers. */
export async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(input, init)
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown
    connection.lost()
    throw notRunning()
  }
  connection.answered(response)
  return response
}

// What stands before Crier may refuse in its place, with a page.
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The operations below an address, with the types of their document. */
function client<Paths extends object>(base: string): Pick<Client<Paths>, 'GET' | 'POST' | 'PUT' | 'DELETE'> {
  const by = (method: string) => async (path: string, options?: RequestOptions) => {
    const response = await send(requestOf(method, base + path, options))
    const text = await response.text()
    if (response.ok) return { data: text ? JSON.parse(text) : undefined, response }
    return { error: jsonIn(text), response }
  }
  return { GET: by('GET'), POST: by('POST'), PUT: by('PUT'), DELETE: by('DELETE') } as never
}

/** The API for everybody. */
export const v1 = client<V1Paths>('/api/v1')

/** The API of this interface and of the command line. */
export const internal = client<InternalPaths>('/api')

/** Gives what an operation answered, or throws the Failure that it was. */
export async function ok<T extends Record<string | number, any>, O, M extends `${string}/${string}`>(
  answer: Promise<FetchResponse<T, O, M>>,
): Promise<NonNullable<FetchResponse<T, O, M>['data']>> {
  const { data, error, response } = await answer
  if (response.ok) return data as NonNullable<typeof data>
  const failure = failureOf(response, error)
  if (response.status === 401) await session.check()
  throw failure
}
