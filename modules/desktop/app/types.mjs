// Makes the types of both APIs from their documents. The documents allow further properties everywhere, so that clients of an older version
// read a newer one; in types that would make every misspelt name a known one, so it is left out here.
import { readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'

const documents = { v1: 'openapi.json', internal: 'openapi.internal.json' }
const testdata = new URL('../../../e2e/testdata/', import.meta.url)

for (const [name, file] of Object.entries(documents)) {
  const document = JSON.parse(await readFile(new URL(file, testdata), 'utf8'), (key, value) =>
    key === 'additionalProperties' && value === true ? undefined : value,
  )
  const types = await openapiTS(document, { defaultNonNullable: false, alphabetize: false })
  const head = `// Made by "make ui" from e2e/testdata/${file}.\n\n`
  await writeFile(new URL(`src/api/${name}.d.ts`, import.meta.url), head + astToString(types))
}
