// Makes one short stylesheet of all: what packs well stands beside what is like it.
// It comes with Vite, whose lock has its version.
import postcss from 'postcss'
import { related } from './names.mjs'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** The declarations in an order that is the same in every rule. */
function inOrder(rule) {
  const all = rule.nodes.filter((node) => node.type === 'decl')
  const rank = (d) => (d.prop.startsWith('--') ? `~${d.prop}` : d.prop)
  const sorted = [...all].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))
  // Where one has the last word over another, they stay as they are.
  const isSafe = all.every((a, i) => all.slice(i + 1).every((b) => !related(a.prop, b.prop) || sorted.indexOf(a) < sorted.indexOf(b)))
  if (isSafe) { rule.removeAll(); rule.append(sorted) }
}

/**
 * compact(css, ownersOf, isTaken): ownersOf(className) are the components that have a class, undefined where any may;
 * isTaken(name) says that a custom property is named in a script too.
 */
export function compact(css, ownersOf, isTaken) {
  const root = postcss.parse(css)
  // The values that are the same in every theme and mode.
  const fixed = new Map()
  root.walkRules(':root', (rule) => {
    rule.walkDecls(/^--((t|l|r)-[a-z]+|s\d|bar|side|tray|ease)$/, (d) => { if (rule.parent.type === 'root' && !isTaken(d.prop)) { fixed.set(d.prop, d.value); d.remove() } })
  })
  root.walkDecls((d) => { d.value = d.value.replaceAll(/var\((--[a-z0-9-]+)\)/g, (whole, name) => fixed.get(name) ?? whole).replaceAll(/, /g, ',').replaceAll(' / ', '/') })
  root.walkRules((rule) => { if (rule.parent.name !== 'keyframes') inOrder(rule) })
  arrange(root, ownersOf)
  const text = written(root)
  const often = new Map()
  for (const [name] of text.matchAll(/--[a-z][a-z0-9-]*/g)) often.set(name, (often.get(name) ?? 0) + 1)
  const called = new Map()
  let next = 0
  for (const [name] of [...often].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
    if (isTaken(name)) continue
    let short
    do { short = `--${next < 26 ? letters[next] : letters[Math.floor((next - 26) / 26)] + letters[(next - 26) % 26]}`; next++ } while (often.has(short))
    called.set(name, short)
  }
  return text.replaceAll(/--[a-z][a-z0-9-]*/g, (name) => called.get(name) ?? name)
}

/** How strong a selector is: its classes times a hundred, and its elements. */
function strength(selector) {
  const known = selector.replaceAll(/:where\([^)]*\)/g, '').replaceAll(/:(is|not|has)\(/g, ' (')
  return 100 * (known.match(/\.|\[|(?<!:):(?!:)/g) ?? []).length + (known.match(/(?<![\w.:[="-])[a-z][\w-]*|::/g) ?? []).length
}

/** Whether two rules may be about one element, and then the later of them wins. */
function compete(a, b) {
  return (a.owners === undefined || b.owners === undefined || [...a.owners].some((each) => b.owners.has(each))) && a.props.some((x, i) => b.props.some((y, j) => related(x, y) && a.says[i] !== b.says[j])) && a.strengths.some((x) => b.strengths.includes(x))
}

/** What has to be known of a rule to give it a place. Its owners are the components whose elements it may be about; without them it may be any. */
function about(rule, at, ownersOf) {
  const owners = new Set()
  let isAnywhere = false
  for (const selector of rule.selectors) {
    const subject = selector.replaceAll(/:where\((\.[\w-]+)\)/g, '$1').replaceAll(/\([^)]*\)/g, '').split(/[\s>+~]+/).at(-1)
    const known = [...subject.matchAll(/\.([\w-]+)/g)].map(([, name]) => ownersOf(name)).filter((each) => each !== undefined).sort((a, b) => a.size - b.size)
    if (known.length === 0) isAnywhere = true
    else for (const owner of known[0]) owners.add(owner)
  }
  const set = rule.nodes.filter((node) => node.type === 'decl')
  return { rule, at, owners: isAnywhere ? undefined : owners, props: set.map((d) => d.prop), says: set.map(String), strengths: rule.selectors.map(strength) }
}

const width = (params) => Number(/(\d+)px/.exec(params)?.[1] ?? 0)

/** Puts rules beside those that they are like, and the rules for a width into one place. No rule passes another that competes with it. */
function arrange(root, ownersOf) {
  const first = [], groups = new Map([['', []]])
  for (const node of [...root.nodes]) {
    if (node.type === 'rule' && !node.selector.includes(':root') && !node.selector.startsWith('[data-')) groups.get('').push(about(node, '', ownersOf))
    else if (node.type === 'atrule' && ['media', 'container'].includes(node.name) && !node.nodes.some((rule) => rule.selector === ':root')) {
      const key = `${node.name} ${node.params}`
      if (!groups.has(key)) groups.set(key, [])
      for (const rule of node.nodes) groups.get(key).push(about(rule, key, ownersOf))
    } else first.push(node)
  }
  const inSource = new Map()
  root.walkRules((rule) => void inSource.set(rule, inSource.size))
  // What is for a container comes before what is for the window, and wide before narrow.
  const order = [...groups.keys()].sort((a, b) => (a === '' ? -1 : b === '' ? 1 : a[0] === b[0] ? width(b) - width(a) : a < b ? -1 : 1))
  const placed = order.flatMap((key) => groups.get(key))
  placed.forEach((a, i) => placed.slice(i + 1).forEach((b) => {
    if (inSource.get(a.rule) > inSource.get(b.rule) && compete(a, b)) throw new Error(`${a.rule.selector} { ${a.says.join('; ')} } of "${a.at}" has to stand before ${b.rule.selector} { ${b.says.join('; ')} } of "${b.at}"`)
  }))
  root.removeAll()
  root.append(first)
  for (const key of order) {
    const rules = merged(likeBesideLike(groups.get(key)))
    if (key === '') root.append(rules)
    else { const [name, ...params] = key.split(' '); const at = postcss.atRule({ name, params: params.join(' ') }); at.append(rules); root.append(at) }
  }
}

function likeBesideLike(rules) {
  const before = rules.map((b, i) => rules.slice(0, i).filter((a) => compete(a, b)))
  const waiting = new Set(rules.keys()), done = new Set(), result = []
  let last = { says: [] }
  while (waiting.size > 0) {
    let best, most = -Infinity
    for (const i of waiting) {
      if (!before[i].every((a) => done.has(a))) continue
      let alike = 0, run = -2
      for (const says of rules[i].says) {
        const at = last.says.indexOf(says)
        alike += at < 0 ? -0.3 * says.length : says.length + 2 + (at === run + 1 ? 3 : 0)
        run = at < 0 ? -2 : at
      }
      if (alike > most) { most = alike; best = i }
    }
    waiting.delete(best)
    last = rules[best]
    done.add(last)
    result.push(last)
  }
  return result
}

/** One rule in place of neighbours that say the same. A browser drops a whole rule for one selector that it does not know. */
function merged(rules) {
  const result = []
  for (const { rule, says } of rules) {
    const last = result.at(-1)
    if (last && last.body === says.join() && !`${last.rule.selector}${rule.selector}`.includes('::-')) last.rule.selectors = [...last.rule.selectors, ...rule.selectors]
    else result.push({ rule, body: says.join() })
  }
  return result.map((each) => each.rule)
}

/** Without a space or a line that is not needed. */
function written(node) {
  if (node.type === 'decl') return `${node.prop}:${node.value}${node.important ? '!important' : ''}`
  if (node.type === 'comment') return ''
  const inside = node.nodes?.map(written).reduce((all, part, i) => all + (i > 0 && node.nodes[i - 1].type === 'decl' ? ';' : '') + part, '')
  if (node.type === 'root') return inside
  if (node.type === 'rule') return `${node.selectors.map((s) => s.replaceAll(/\s*([>+~])\s*/g, '$1')).join(',')}{${inside}}`
  return `@${node.name}${node.params ? ` ${node.params}` : ''}${inside === undefined ? ';' : `{${inside}}`}`
}
