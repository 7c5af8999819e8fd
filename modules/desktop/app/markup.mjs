// Finds what the page's policy refuses, and what would run as markup: an attribute style, whose
// static form the policy drops without a word where style:name={...} works, and {@html}. Nothing of
// Svelte warns of the one or the other.
import { readFile, readdir } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { parse } from 'svelte/compiler'

/** The faults of a component, each with its line. */
export function faultsOf(source) {
  const faults = []
  const at = (node, words) => faults.push({ line: source.slice(0, node.start).split('\n').length, words })
  const look = (node) => {
    if (Array.isArray(node)) return node.forEach(look)
    if (typeof node?.type !== 'string') return
    if (node.type === 'HtmlTag') at(node, '{@html}: show it as text')
    if (node.type === 'Attribute' && node.name === 'style') at(node, 'an attribute style: use style:name={...} or a class')
    for (const value of Object.values(node)) if (typeof value === 'object') look(value)
  }
  look(parse(source, { modern: true }).fragment)
  return faults
}

/** The faults of every component of a folder. */
export async function faultsIn(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.svelte')).sort()
  const found = await Promise.all(files.map(async (name) => faultsOf(await readFile(new URL(name, folder), 'utf8')).map((fault) => `src/${name}:${fault.line}: ${fault.words}`)))
  if (files.length === 0) throw new Error(`no component in ${folder}`)
  return found.flat()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = await faultsIn(new URL('src/', import.meta.url))
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
