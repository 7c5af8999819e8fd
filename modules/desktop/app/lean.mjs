import { parseAst } from 'rolldown/parseAst'

/**
 * What Svelte makes of a component, without what nothing here asks for. Compiled templates are a third of all scripts, and the same few calls
 * stand in them hundreds of times.
 */
export function lean(code) {
  // Only a component of the time before runes asks which slots it was given.
  return withBranchesInPlace(code.replaceAll(/,\s*\$\$slots: \{[^{}]*\}/g, ''))
}

const branch = /^(consequent|alternate)(_\d+)?$/

/** Each branch of a condition stands where it is rendered: without a name, and without a variable for it. */
function withBranchesInPlace(code) {
  for (;;) {
    const made = [], used = new Map()
    visit(parseAst(code), (node, parent) => {
      if (node.type === 'VariableDeclaration' && node.declarations.length === 1 && branch.test(node.declarations[0].id.name)) made.push(node)
      if (node.type === 'Identifier' && branch.test(node.name) && parent.type === 'CallExpression') used.set(node.name, [...(used.get(node.name) ?? []), node])
    })
    // One within another follows in the next round.
    const edits = []
    let end = 0
    for (const { start, end: stop, declarations: [{ id, init }] } of made) {
      const [use, ...more] = used.get(id.name) ?? []
      if (!use || more.length || start < end) continue
      edits.push([start, stop, ''], [use.start, use.end, code.slice(init.start, init.end)])
      end = use.end
    }
    if (!edits.length) return code
    for (const [start, stop, text] of edits.reverse()) code = code.slice(0, start) + text + code.slice(stop)
  }
}

function visit(node, each, parent) {
  if (Array.isArray(node)) for (const item of node) visit(item, each, parent)
  else if (node?.type) {
    each(node, parent)
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value, each, node)
  }
}

/**
 * The files of a build without those that only pass on what another file has, and with what a page needs said by names:
 * all files lie in one folder, and the first ones are always there.
 */
export function joined(bundle, first) {
  const passing = new Map()
  for (const { type, fileName, code } of Object.values(bundle)) {
    const [, inside, outside, from] = (type === 'chunk' && /^export\{([\w$]+) as ([\w$]+)\}from"\.\/([\w-]+\.js)";?\s*$/.exec(code)) || []
    if (!from) continue
    passing.set(fileName, { from, as: `{${outside}:e.${inside}}` })
    delete bundle[fileName]
  }
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue
    const [head = '', listed = '[]'] = /^const __vite__mapDeps=.*?(\[.*?\]).*?;\n/.exec(file.code) ?? []
    const names = JSON.parse(listed).map((name) => name.slice('./'.length))
    const asked = (numbers) => numbers.split(',').map((number) => names[number]).filter((name) => !passing.has(name) && !first.includes(name))
    file.code = file.code
      .slice(head.length)
      .replaceAll(/import\(`\.\/([\w-]+\.js)`\)/g, (all, name) => (passing.has(name) ? `import(\`./${passing.get(name).from}\`).then(e=>(${passing.get(name).as}))` : all))
      .replaceAll(/,__vite__mapDeps\(\[([\d,]*)\]\),import\.meta\.url|,\[\],import\.meta\.url/g, (_, numbers) => (numbers ? `,\`${asked(numbers).join(' ').replaceAll('.js', '')}\`` : ''))
    if (/mapDeps/.test(file.code)) throw new Error(`${file.fileName} asks for what it needs in a way of Vite that is new`)
  }
}
