/** What an operation is given beside its path. */
export interface RequestOptions {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown>; header?: Record<string, string> }
  body?: unknown
  signal?: AbortSignal
  keepalive?: boolean
}

/** The address of an operation. A parameter without a value is left out. The service reads a list as one parameter with commas, and of several with one name the first alone. */
export function urlOf(path: string, { path: parts = {}, query = {} }: NonNullable<RequestOptions['params']> = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (String(value ?? '') ? [[name, String(value)]] : []))
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])))
  return given.length > 0 ? `${address}?${new URLSearchParams(given)}` : address
}

/** The request for an operation. */
export function requestOf(method: string, path: string, { params = {}, body, ...init }: RequestOptions = {}): Request {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  return new Request(urlOf(path, params), { method, ...init, ...json, headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...params.header } })
}
