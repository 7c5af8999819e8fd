import assert from 'node:assert/strict'
import { test } from 'node:test'
import { names } from '../names.mjs'
import { compact } from '../styles.mjs'

const build = (sources: Record<string, string>, common = '', asked: string[] = []) => {
  const made = names(new Map(Object.entries(sources)), common, new Set(asked))
  return { ...made, of: (file: string) => (made.component(file) as string).replaceAll(/\s+/g, ' ') }
}
/** The class of an element by its tag, and the selector of a rule by what it says. */
const classOf = (source: string, tag: string) => (new RegExp(`<${tag} class="([^"]*)"`).exec(source)?.[1] ?? '').split(' ')
const ruleOf = (source: string, says: string) => new RegExp(`:global\\(([^()]*(?:\\([^()]*\\))?[^()]*)\\) \\{ ${says}`).exec(source)?.[1]

test('two components with the same word have names of their own for it', () => {
  const source = '<p class="text">a</p><style>.text { color: red; width: 1px }</style>'
  const { of } = build({ 'A.svelte': source, 'B.svelte': source.replace('red', 'blue').replace('1px', '2px') })
  const a = classOf(of('A.svelte'), 'p')[0]!, b = classOf(of('B.svelte'), 'p')[0]!
  assert.notEqual(a, b)
  assert.equal(ruleOf(of('A.svelte'), 'color'), `.${a}`)
  assert.equal(ruleOf(of('B.svelte'), 'color'), `.${b}`)
})

test('an element without a class gets one for the rules of its kind', () => {
  const out = build({ 'A.svelte': '<ul><li>a</li></ul><style>ul li { color: red }</style>' }).of('A.svelte')
  assert.equal(ruleOf(out, 'color'), `.${classOf(out, 'ul')[0]} .${classOf(out, 'li')[0]}`)
})

test('a rule for a kind stays weaker than one for a class', () => {
  // With a class in its place the later rule would win over the earlier.
  const out = build({ 'A.svelte': '<p class="bad">a</p><style>.bad { color: red } p { color: blue }</style>' }).of('A.svelte')
  assert.match(ruleOf(out, 'color: blue')!, /^p:where\(\.\w+\)$/)
})

test('what somebody looks for, or an expression gives, keeps its word', () => {
  const out = build({ 'A.svelte': '<p class="strip">a</p><b class="sign {kind}">b</b><style>.strip { color: red } .sign { color: blue } .warn { color: green }</style>' }, '', ['strip']).of('A.svelte')
  assert.deepEqual(classOf(out, 'p'), ['strip'])
  assert.equal(ruleOf(out, 'color: green'), '.warn')
  assert.match(out, /class="\w+ \{kind\}"/)
  assert.doesNotMatch(out, /sign/)
})

test('a rule is about nothing that a script gives the same word to', () => {
  const made = names(new Map([['A.svelte', '<p class="strip">a</p><style>.strip { color: red }</style>']]), '', new Set(['strip']), new Set(['strip']))
  const out = made.component('A.svelte').replaceAll(/\s+/g, ' ')
  assert.equal(classOf(out, 'p').length, 2)
  assert.notEqual(ruleOf(out, 'color'), '.strip')
})

test('a word that others have too is told apart by its element', () => {
  const other = '<p class="warn">a</p><style>.warn { color: red }</style>'
  const out = build({ 'A.svelte': '<b class="{kind}">b</b><style>.warn { color: green }</style>', 'B.svelte': other }).of('A.svelte')
  assert.match(ruleOf(out, 'color: green')!, /^\.warn:where\(\.\w+\)$/)
})

test('what is said twice is said once, of those of whom nothing weaker says otherwise', () => {
  const plain = '<p class="a">a</p><p class="a">b</p><p class="a">c</p><style>.a { color: red }</style>'
  const { of, common } = build({ 'A.svelte': plain, 'B.svelte': plain, 'D.svelte': '<p class="a">a</p><style>p { color: blue } .a { color: red }</style>' })
  const atom = /@layer atoms\{\.(\w+)\{color:red\}\}/.exec(common)![1]!
  assert.deepEqual(classOf(of('A.svelte'), 'p'), [atom])
  assert.equal(of('A.svelte').split(`class="${atom}"`).length, 4)
  assert.doesNotMatch(of('A.svelte'), /color/)
  assert.ok(!classOf(of('D.svelte'), 'p').includes(atom))
  assert.match(of('D.svelte'), /color: red/)
})

test('a switched class is switched by its new name, beside the common one of the same word', () => {
  const out = build({ 'A.svelte': '<p class:small={is} class="text">a</p><style>.small { color: red } .text { width: 1px }</style>' }, '.small { font-size: 1px }').of('A.svelte')
  assert.match(out, /class:\w+=\{is\} class:\w+=\{is\}/)
})

const owners = (name: string) => new Set([name[0]])
const short = (css: string, taken: string[] = []) => compact(css, owners, (name: string) => taken.includes(name)) as string

test('rules for one width stand in one place, after those for all', () => {
  assert.equal(short('.a1{color:red}@media (width<=699px){.a1{color:blue}}.b1{color:red}@media (width<=699px){.b1{color:green}}'),
    '.a1,.b1{color:red}@media (width<=699px){.a1{color:blue}.b1{color:green}}')
})

test('a rule passes none that may be about the same element', () => {
  assert.equal(short('.a1{color:red}.b1{width:1px}.a2{color:blue}.b2{color:red}'), '.a1,.b2{color:red}.b1{width:1px}.a2{color:blue}')
  assert.throws(() => short('@media (width<=699px){.a1{color:blue}}.a2{color:red}'), /has to stand before/)
})

test('a value that is the same in every theme stands where it is used, and a property has a short name unless a script has it', () => {
  assert.equal(short(':root{--s1:4px;--ink:light-dark(#000,#fff)}.a1{gap:var(--s1);color:var(--ink);width:var(--done)}', ['--done']),
    ':root{--a:light-dark(#000,#fff)}.a1{color:var(--a);gap:4px;width:var(--done)}')
})

test('a selector that a browser may not know stays by itself', () => {
  assert.equal(short('.a1::-moz-progress-bar{color:red}.b1{color:red}'), '.a1::-moz-progress-bar{color:red}.b1{color:red}')
})
