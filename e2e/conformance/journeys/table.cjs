// The lists that Meta generates into its SDK have what our table of fields and edges says that they have.
const { given, assert, journey } = require('./check.cjs')
const sdk = require('facebook-nodejs-business-sdk')

/** Returns the edges of a class of the SDK, as "GET /media". */
const edgesOf = (name) => {
  const found = new Set()
  const node = Object.create(sdk[name].prototype)
  for (const [call, method] of Object.entries({ getEdge: 'GET', createEdge: 'POST', deleteEdge: 'DELETE' })) {
    node[call] = (...args) => { found.add(`${method} ${args.find((arg) => typeof arg === 'string' && arg.startsWith('/'))}`) }
  }
  for (const member of Object.getOwnPropertyNames(sdk[name].prototype)) {
    try { node[member]?.([], {}) } catch { /* not a call of an edge */ }
  }
  return found
}

const rows = given.rows.filter((row) => row.sdk)
const missing = []
journey('the table', {
  'fields': () => {
    for (const { of, sdk: name, names } of rows.filter((row) => !row.sdk.includes(' '))) {
      const known = Object.values(sdk[name].Fields)
      missing.push(...names.split(' ').filter((field) => !known.includes(field)).map((field) => `${of}.${field} in ${name}`))
    }
    assert.deepEqual(missing, [])
  },
  'edges, also those that are asked for as fields': () => {
    for (const { of, sdk: source, names } of rows.filter((row) => row.sdk.includes(' '))) {
      const [name, method] = source.split(' ')
      const wanted = of.includes('/') ? [of.slice(of.lastIndexOf('/'))] : names.split(' ').map((edge) => `/${edge}`)
      missing.push(...wanted.filter((edge) => !edgesOf(name).has(`${method} ${edge}`)).map((edge) => `${method} ${edge} of ${name}`))
    }
    assert.deepEqual(missing, [])
  },
  'tasks, which no Page has by itself': () => assert.ok(!Object.values(sdk.Page.Fields).includes('tasks')),
})
