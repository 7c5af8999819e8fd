// Has node read TypeScript, whose types it takes out as Vite does.
import { createRequire, register } from 'node:module'
import { pathToFileURL } from 'node:url'

const source = `
import { readFile } from 'node:fs/promises'
import { transformSync } from 'rolldown/utils'
const options = { lang: 'ts', target: 'es2023', typescript: { onlyRemoveTypeImports: true } }
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context)
  const { code, errors } = transformSync(url, await readFile(new URL(url), 'utf8'), options)
  if (errors.length > 0) throw new SyntaxError(errors.map((error) => error.codeframe ?? error.message).join('\\n'))
  return { format: 'module', shortCircuit: true, source: code }
}`
// A module from a string knows no folder to find rolldown in, so it is told. Rolldown is a part of Vite.
const rolldown = pathToFileURL(createRequire(import.meta.resolve('vite')).resolve('rolldown/utils'))
register(`data:text/javascript,${encodeURIComponent(source.replace("'rolldown/utils'", JSON.stringify(rolldown)))}`)
