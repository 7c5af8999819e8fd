import type { Route } from '../lib/route.ts'

// Every folder here with a file route.ts is a page, or several: to add one is to add a folder. That of the folder missing comes last, for it fits
// everything.
const found = import.meta.glob<Route | Route[]>('./*/route.ts', { eager: true, import: 'default' })
const isLast = (file: string) => file.startsWith('./missing/')

export const routes: readonly Route[] = Object.keys(found)
  .sort((a, b) => Number(isLast(a)) - Number(isLast(b)) || a.localeCompare(b))
  .flatMap((file) => found[file] ?? [])
