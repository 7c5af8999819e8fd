// Has node read TypeScript, whose types it takes out.
import { register } from 'node:module'

const source = `
import { readFile } from 'node:fs/promises'
import ts from 'typescript'
const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true }
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context)
  const text = await readFile(new URL(url), 'utf8')
  return { format: 'module', shortCircuit: true, source: ts.transpileModule(text, { compilerOptions: options }).outputText }
}`
// A module from a string knows no folder to find typescript in, so it is told.
register(`data:text/javascript,${encodeURIComponent(source.replace("'typescript'", JSON.stringify(import.meta.resolve('typescript'))))}`)
