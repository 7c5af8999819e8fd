// What the build calls the classes of the interface. Svelte keeps the styles of two components apart with a class of its own in each rule and on each
// element. The build does it with less: a class that only one component has needs nothing beside it, so each gets a short name that no other has, and so
// does each kind of element that a component has rules for. What is said in many components alike is said once, in a class of its own ("atom").
// Which of two rules wins stays as it is written. Where a short name would change that, the rule keeps the name of the element.
import { readFileSync, readdirSync } from 'node:fs'
import { parse } from 'svelte/compiler'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

// A declaration becomes an atom when it is said this often. A class more on an element costs the scripts less than the styles save.
const often = 2

const wordsOf = (text) => text.split(/\s+/).filter(Boolean)
const isClass = (s) => s.type === 'ClassSelector'
const isGlobal = (s) => s.type === 'PseudoClassSelector' && s.name === 'global'
const within = (s) => s.args?.children ?? []
const say = (d) => `${d.property}:${d.value.replaceAll(/\s+/g, ' ').trim()}`
const pairs = /^(font line-height|inset (top|right|bottom|left)|gap .*-gap|place-(items|self|content) (align|justify)-(items|self|content)|grid-area grid-(row|column).*|white-space text-wrap.*|(padding|margin|scroll-margin)-(inline|block) .*)$/
/** Whether one of the properties has a say in the other. */
export function related(one, other) {
  const [a, b] = [one, other].map((each) => each.replace(/^-(webkit|moz)-/, ''))
  const edge = /^border-(?!radius)/
  return a === b || a.startsWith(`${b}-`) || b.startsWith(`${a}-`) || (edge.test(a) && edge.test(b)) || [`${a} ${b}`, `${b} ${a}`].some((pair) => pairs.test(pair) && (!/-(inline|block)/.test(pair) || pair.split(' ')[1].startsWith(pair.split('-')[0])))
}

/** Every word of every string within an expression. */
function stringsIn(node, found = new Set()) {
  if (Array.isArray(node)) node.forEach((each) => stringsIn(each, found))
  else if (node && typeof node === 'object') {
    if (node.type === 'Literal' && typeof node.value === 'string') wordsOf(node.value).forEach((word) => found.add(word))
    if (node.type === 'TemplateElement') wordsOf(node.value.raw).forEach((word) => found.add(word))
    for (const [key, value] of Object.entries(node)) if (key !== 'loc') stringsIn(value, found)
  }
  return found
}

/** The elements of a component, each with the one that it is written in: the words of its class, those that are switched, and whether an expression gives more. */
function elementsOf(fragment) {
  const elements = []
  const walk = (node, parent) => {
    if (Array.isArray(node)) return node.forEach((each) => walk(each, parent))
    if (!node || typeof node !== 'object') return
    if (node.type !== 'RegularElement') {
      for (const [key, value] of Object.entries(node)) if (!['loc', 'attributes', 'expression', 'test'].includes(key)) walk(value, parent)
      return
    }
    const attribute = node.attributes.find((each) => each.type === 'Attribute' && each.name === 'class')
    const parts = attribute ? [attribute.value].flat().filter((part) => part !== true) : []
    const texts = parts.filter((part) => part.type === 'Text')
    // What touches an expression is no word yet.
    for (const part of texts) part.words = wordsOf(part.data).filter((word, i, all) => !(i === 0 && part !== parts[0] && /^\S/.test(part.data)) && !(i === all.length - 1 && part !== parts.at(-1) && /\S$/.test(part.data)))
    const element = {
      node, parent, attribute, parts, texts, fixed: new Set(texts.flatMap((part) => part.words)), isOpen: texts.length < parts.length,
      switched: node.attributes.filter((each) => each.type === 'ClassDirective'), hasSpread: node.attributes.some((each) => each.type === 'SpreadAttribute'),
    }
    elements.push(element)
    walk(node.fragment, element)
  }
  walk(fragment, null)
  return elements
}

/** The rules of a stylesheet in their order. */
function rulesOf(nodes, at = null, rules = []) {
  for (const node of nodes ?? []) {
    if (node.type === 'Rule') rules.push({ node, at, order: rules.length, selectors: node.prelude.children, decls: node.block.children.filter((each) => each.type === 'Declaration') })
    else if (node.block && !node.name.endsWith('keyframes')) rulesOf(node.block.children, node, rules)
  }
  return rules
}

/** The words that rules have for their own component, and for others. */
function wordsIn(rules) {
  const own = new Set(), foreign = new Set()
  for (const s of rules.flatMap((rule) => rule.selectors).flatMap((selector) => selector.children).flatMap((compound) => compound.selectors)) {
    if (isClass(s)) own.add(s.name)
    for (const inner of within(s).flatMap((each) => each.children).flatMap((each) => each.selectors).filter(isClass)) (isGlobal(s) ? foreign : own).add(inner.name)
  }
  return { own, foreign }
}

/** A component: its elements and rules, the words that its rules have for itself (own) and for others (foreign), and what its elements are given. */
function read(source) {
  const tree = parse(source, { modern: true })
  const elements = elementsOf(tree.fragment), rules = rulesOf(tree.css?.children)
  const { own, foreign } = wordsIn(rules)
  const used = new Set(elements.flatMap((element) => [...element.fixed, ...element.switched.map((each) => each.name)]))
  // What an expression gives is not known here: what its strings say, and any word of the rules that stands nowhere else.
  const open = new Set(elements.some((each) => each.isOpen) ? [...own].filter((word) => !used.has(word)) : [])
  for (const part of elements.flatMap((each) => each.parts)) if (part.type !== 'Text') stringsIn(part, open)
  return { source, elements, rules, own, foreign, used, open }
}

/** How strong a selector is: its classes times a hundred, and its elements. */
function strength(selector) {
  let all = 0
  for (const s of selector.children.flatMap((compound) => compound.selectors)) {
    if (s.type === 'TypeSelector') all += s.name === '*' ? 0 : 1
    else if (s.type === 'PseudoElementSelector') all += 1
    else if (s.type === 'PseudoClassSelector' && s.name === 'where') all += 0
    else if (s.type === 'PseudoClassSelector' && within(s).length > 0 && ['global', 'is', 'not', 'has'].includes(s.name)) all += Math.max(...within(s).map(strength))
    else all += 100
  }
  return all
}

/** Whether the compound may be about the element. */
function fits(compound, element) {
  return compound.selectors.every((s) => {
    if (s.type === 'TypeSelector') return s.name === '*' || s.name === element.node.name
    if (isClass(s)) return element.fixed.has(s.name) || element.isOpen || element.switched.some((each) => each.name === s.name)
    if (s.type === 'AttributeSelector') return element.hasSpread || element.node.attributes.some((each) => each.name === s.name)
    return !isGlobal(s)
  })
}

/** Whether the selector may be about the element, by what it is written in. */
function mayBe(selector, element) {
  if (!fits(selector.children.at(-1), element)) return false
  let around = element.parent
  for (const compound of selector.children.slice(0, -1).reverse()) {
    if (compound.selectors.some(isGlobal)) return true
    while (around && !fits(compound, around)) around = around.parent
    if (!around) return false
    around = around.parent
  }
  return true
}

/** Whether it is about the element whatever the page shows. */
function surely(selector, element) {
  const is = (compound, each) => compound.selectors.every((s) => (isClass(s) ? each.fixed.has(s.name) : s.name === '*' || s.name === each.node.name))
  if (!is(selector.children.at(-1), element) || element.hasSpread) return false
  let around = element.parent, inner = selector.children.at(-1)
  for (const compound of selector.children.slice(0, -1).reverse()) {
    const how = inner.combinator.name
    if (how !== '>' && how !== ' ') return false
    while (how === ' ' && around && !is(compound, around)) around = around.parent
    if (!around || !is(compound, around)) return false
    around = around.parent
    inner = compound
  }
  return true
}

/** What a component always says of some of its elements, while nothing weaker in it says otherwise: an atom can say it. */
function plainly({ elements, rules }) {
  const found = []
  for (const rule of rules) {
    const selector = rule.selectors[0]
    if (rule.at || rule.selectors.length > 1 || selector.children.some((each) => each.selectors.some((s) => !isClass(s) && s.type !== 'TypeSelector'))) continue
    const subject = elements.filter((each) => mayBe(selector, each))
    if (subject.length === 0 || !subject.every((each) => surely(selector, each))) continue
    for (const d of rule.decls) {
      if (/^(animation|--|container)/.test(d.property) || rule.decls.some((other) => other !== d && related(other.property, d.property))) continue
      const isWeakest = rules.every((other) => other === rule || !other.decls.some((each) => related(each.property, d.property)) || other.selectors.every((each) => {
        const more = strength(each) - strength(selector)
        return more > 0 || (more === 0 && other.order > rule.order) || !subject.some((element) => mayBe(each, element))
      }))
      if (isWeakest) found.push({ rule, d, subject })
    }
  }
  return found
}

/**
 * Puts the names into a component. inRule(word) is the class that its rules have in place of a word, or undefined for a word that others have too and that
 * only the kind of the element keeps apart; inMarkup(word) are the classes that an element gets for it; kind(tag) is the class of its elements of a kind.
 */
function rename({ source, elements, rules, left, moved }, inRule, inMarkup, kind, atom) {
  const edits = []
  const added = new Map(elements.map((element) => [element, new Set()]))
  const text = (node) => source.slice(node.start, node.end)
  for (const { d, subject } of moved) for (const element of subject) added.get(element).add(atom(say(d)))
  for (const { rule, d } of moved) if (left.includes(rule)) edits.push([d.start, d.end + (source[d.end] === ';' ? 1 : 0), ''])

  const join = (compounds, write) => compounds.map((each, i) => (each.combinator && (i > 0 || each.combinator.name !== ' ') ? (each.combinator.name === ' ' ? ' ' : ` ${each.combinator.name} `) : '') + write(each)).join('')
  const foreign = (selector) => join(selector.children, (each) => each.selectors.map(text).join(''))
  const own = (selector) => join(selector.children, (each) => each.selectors.map((s) => (isClass(s) ? `.${inRule(s.name) ?? s.name}` : text(s))).join(''))
  const isKnown = (compound) => compound.selectors.some((s) => isGlobal(s) || (isClass(s) && inRule(s.name) !== undefined))
  const canBePlain = (compound) => !compound.selectors.some(isClass)
  const writeCompound = (compound, isPlain) => {
    const tag = compound.selectors.find((s) => s.type === 'TypeSelector')?.name ?? ''
    const rest = compound.selectors.filter((s) => s.type !== 'TypeSelector').map((s) => {
      if (isClass(s)) return `.${inRule(s.name) ?? s.name}`
      if (isGlobal(s)) return within(s).map(foreign).join(', ')
      return s.type === 'PseudoClassSelector' && ['is', 'not', 'where', 'has'].includes(s.name) ? `:${s.name}(${within(s).map(own).join(', ')})` : text(s)
    }).join('')
    if (isKnown(compound)) return tag + rest
    const name = kind(tag || '*')
    for (const element of elements) if (fits(compound, element)) added.get(element).add(name)
    return isPlain && canBePlain(compound) ? `.${name}${rest}` : tag + rest.replace(/(?=::|$)/, `:where(.${name})`)
  }
  // A class in place of an element's name makes a rule stronger.
  const gain = (selector) => selector.children.filter((each) => !isKnown(each) && canBePlain(each)).reduce((all, each) => all + 100 - each.selectors.filter((s) => s.type === 'TypeSelector' && s.name !== '*').length, 0)
  const all = left.flatMap((rule) => rule.selectors.map((selector) => ({
    rule, selector, isPlain: true, part: selector.children.at(-1).selectors.filter((s) => s.type === 'PseudoElementSelector').map(text).join(), subject: elements.filter((each) => fits(selector.children.at(-1), each)),
  })))
  const pairs = all.flatMap((a) => all.filter((b) => a.rule.order < b.rule.order && a.part === b.part && a.subject.some((each) => b.subject.includes(each)) && a.rule.decls.some((x) => b.rule.decls.some((y) => related(x.property, y.property)))).map((b) => [a, b]))
  const now = (each) => strength(each.selector) + (each.isPlain ? gain(each.selector) : 0)
  const isOff = ([a, b]) => (a.isPlain || b.isPlain) && strength(a.selector) > strength(b.selector) !== now(a) > now(b)
  for (let pair = pairs.find(isOff); pair; pair = pairs.find(isOff)) pair[0].isPlain = pair[1].isPlain = false

  for (const rule of rules) {
    if (!left.includes(rule)) edits.push([rule.node.start, rule.node.end, ''])
    else edits.push([rule.node.prelude.start, rule.node.prelude.end, all.filter((each) => each.rule === rule).map((each) => `:global(${join(each.selector.children, (compound) => writeCompound(compound, each.isPlain))})`).join(', ')])
  }
  for (const element of elements) {
    let names = [...added.get(element)]
    for (const part of element.texts) {
      const raw = text(part)
      const words = raw.replaceAll(/\S+/g, (word) => (part.words.includes(word) ? inMarkup(word).join(' ') : word)).replaceAll(/  +/g, ' ')
      edits.push([part.start, part.end, [names.join(' '), part === element.parts[0] ? words.trimStart() : words].filter(Boolean).join(' ')])
      names = []
    }
    for (const each of element.switched) edits.push([each.start, each.end, inMarkup(each.name).map((name) => `class:${name}={${text(each.expression)}}`).join(' ')])
    if (names.length === 0) continue
    if (element.attribute) edits.push([element.attribute.start, element.attribute.end, `class="${names.join(' ')} ${text(element.parts[0])}"`])
    else { const at = element.node.start + 1 + element.node.name.length; edits.push([at, at, ` class="${names.join(' ')}"`]) }
  }
  return edits.sort((a, b) => b[0] - a[0]).reduce((all, [start, end, words]) => all.slice(0, start) + words + all.slice(end), source)
}

/**
 * Names for all components, of which sources has the text of each. common is the text of the stylesheet that all have. asked are the words that somebody
 * looks for: they stay, as does what an expression gives and what one component's rules say of another. spoken are those that a script may give to a class.
 */
export function names(sources, common, asked, spoken = new Set()) {
  const components = new Map([...sources].map(([file, source]) => [file, read(source)]))
  const shared = new Set([...common.replaceAll(/\{[^{}]*\}/g, '{}').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, word]) => word))
  const owners = new Map(), fixed = new Set(asked), said = new Map()
  for (const [file, component] of components) {
    for (const word of [...component.own, ...component.used, ...component.open]) (owners.get(word) ?? owners.set(word, new Set()).get(word)).add(file)
    for (const word of [...component.foreign, ...component.open]) fixed.add(word)
    component.plain = plainly(component)
    for (const { d } of component.plain) said.set(say(d), (said.get(say(d)) ?? 0) + 1)
  }
  const given = new Map()
  const taken = new Set([...fixed, ...shared, ...spoken])
  const give = (key) => {
    if (!given.has(key)) {
      let n = 52 * ([...key.split(' ')[0]].reduce((all, each) => (all * 31 + each.charCodeAt(0)) >>> 0, 7) % 52)
      if (key.startsWith(' ')) n = -52
      const name = () => (n < 0 ? letters[n + 52] : letters[Math.floor(n / 52) % 52] + letters[n % 52])
      while (taken.has(name())) n++
      taken.add(name())
      given.set(key, name())
    }
    return given.get(key)
  }
  const atoms = new Map([...said].filter(([, times]) => times >= often).sort((a, b) => b[1] - a[1]).map(([each]) => [each, give(` ${each}`)]))
  const inCommon = (word) => (!shared.has(word) || fixed.has(word) ? word : give(` ${word}`))
  const done = new Map([...components].map(([file, component]) => {
    const moved = component.plain.filter(({ d }) => atoms.has(say(d)))
    for (const { rule, d } of moved) rule.decls = rule.decls.filter((each) => each !== d)
    const left = component.rules.filter((rule) => rule.decls.length > 0)
    const { own } = wordsIn(left)
    const isAlone = (word) => owners.get(word)?.size === 1 && !shared.has(word) && (component.open.has(word) || !spoken.has(word))
    const ofItsOwn = (word) => give(`${file} ${word}`)
    // What an expression gives can have no other name, and where others have the word too it takes the element's kind to tell them apart.
    const isOpen = (word) => component.open.has(word) && !isAlone(word)
    const inRule = (word) => (isOpen(word) ? undefined : fixed.has(word) && isAlone(word) ? word : ofItsOwn(word))
    const inMarkup = (word) => {
      const alias = own.has(word) && !isOpen(word) && !(fixed.has(word) && isAlone(word)) ? [ofItsOwn(word)] : []
      return shared.has(word) ? [inCommon(word), ...alias] : fixed.has(word) ? [word, ...alias] : alias
    }
    return [file, rename({ ...component, left, moved }, inRule, inMarkup, (tag) => give(`${file} <${tag}>`), (each) => atoms.get(each))]
  }))
  const owned = new Map([...owners].filter(([word]) => !shared.has(word)))
  for (const [key, name] of given) if (!key.startsWith(' ')) owned.set(name, new Set([key.split(' ')[0]]))
  return {
    /** The component with its new names. */
    component: (file) => done.get(file),
    /** The common stylesheet with its new names, and the atoms by what they say, which packs best: they are weaker than what a component says and stronger than what is common. */
    common: `${common.replaceAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g, (_, word) => `.${inCommon(word)}`)}@layer atoms{${[...atoms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([each, name]) => `.${name}{${each}}`).join('')}}`,
    /** The components that have a class on their elements; undefined where any may. */
    ownersOf: (name) => owned.get(name),
  }
}

/** The components of a folder, by their names in it. */
export function componentsIn(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.svelte')).sort()
  return new Map(files.map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]))
}
