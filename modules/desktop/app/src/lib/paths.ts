/** The parameters of a path that fits the pattern, such as /posts/:id, and null when it does not. */
export function match(pattern: string, path: string): Record<string, string> | null {
  if (pattern === '*') return {}
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [i, part] of wanted.entries()) {
    const value = given[i] ?? ''
    if (part.startsWith(':')) {
      if (!value) return null
      try {
        params[part.slice(1)] = decodeURIComponent(value)
      } catch {
        return null
      }
    } else if (part !== value) return null
  }
  return params
}

const base = '/app'

/** The route of an address, such as /calendar of /app/calendar; null for what is no address of the application. */
export function routeOf(pathname: string): string | null {
  if (pathname === base || pathname === `${base}/`) return '/'
  if (!pathname.startsWith(`${base}/`)) return null
  return pathname.slice(base.length).replace(/\/+$/, '') || '/'
}

/** The address of a route. */
export function addressOf(route: string): string {
  return base + route
}
