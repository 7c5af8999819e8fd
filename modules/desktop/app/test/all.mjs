// Runs every test in this folder in one process, which loads what reads TypeScript once.
import { readdir } from 'node:fs/promises'

for (const name of (await readdir(import.meta.dirname)).sort()) {
  if (name.endsWith('.test.ts')) await import(`./${name}`)
}
