/** The posts of which this browser has what the service has not: see pages/compose/unsaved.ts. */
export function unsaved(): ReadonlySet<string> {
  try {
    return new Set(Object.keys(localStorage).flatMap((key) => /^crier\.compose\.([^.]+)\../.exec(key)?.[1] ?? []))
  } catch {
    return new Set()
  }
}
