import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from 'svelte/compiler'
import { joined, lean } from '../lean.mjs'

const compiled = (source: string) => compile(source, { runes: true, generate: 'client' }).js.code

test('each branch of a condition stands where it is rendered, and says what it said', () => {
  const code = compiled(`<script>let { a, b } = $props()</script>{#if a}<p>one</p>{#if b}<i>both</i>{:else if a > 1}<b>more</b>{/if}{:else}<u>none</u>{/if}`)
  const out = lean(code)
  assert.match(code, /var (consequent|alternate)/)
  assert.doesNotMatch(out, /consequent|alternate/)
  // Each is rendered once, under its own number.
  assert.equal(out.match(/\$\$render\(\(\$\$anchor\) => \{/g)?.length, 4)
  for (const [says, number] of [['root_\\d', ''], ['root_\\d', ', 1'], ['root_\\d', ', -1']]) assert.match(out, new RegExp(`\\$\\$render\\(\\(\\$\\$anchor\\) => \\{\\s*var \\w+ = ${says}\\(\\);[^]*?\\}${number}\\)`))
})

test('a branch that is said twice keeps its name', () => {
  const code = `var consequent = ($$anchor) => {};\n$.if(a, ($$render) => { if (x) $$render(consequent); else $$render(consequent, 1) })`
  assert.equal(lean(code), code)
})

test('what only slots ask for goes, and what a component is given stays', () => {
  const code = compiled(`<script>import B from './B.svelte'; let { a } = $props()</script><B {a} title="said">{#snippet foot()}foot{/snippet}words</B>`)
  const out = lean(code)
  assert.match(code, /\$\$slots/)
  assert.doesNotMatch(out, /\$\$slots/)
  for (const stays of [/title: 'said'/, /get a\(\)/, /foot/, /children: \(/]) assert.match(out, stays)
})

test('a file that only passes on is left out, and who asks for it asks the file that has it', () => {
  const chunk = (fileName: string, code: string) => [fileName, { type: 'chunk', fileName, code }] as const
  const bundle = Object.fromEntries([
    chunk('app.js', 'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["./posts.js","./lists.js","./shell.js","./work.js"])))=>i.map(i=>d[i]);\nload(()=>import(`./posts.js`),__vite__mapDeps([0,1,2,3]),import.meta.url);load(()=>import(`./lists.js`),[],import.meta.url)'),
    chunk('lists.js', 'export{a as n}'),
    chunk('posts.js', 'export{n as default}from"./lists.js";'),
    chunk('two.js', 'export{n as one,o as two}from"./lists.js";'),
  ])
  joined(bundle, ['shell.js'])
  assert.deepEqual(Object.keys(bundle), ['app.js', 'lists.js', 'two.js'])
  assert.equal(bundle['app.js']!.code, 'load(()=>import(`./lists.js`).then(e=>({default:e.n})),`lists work`);load(()=>import(`./lists.js`))')
})

test('a way of asking that is not known fails the build', () => {
  assert.throws(() => joined({ 'a.js': { type: 'chunk', fileName: 'a.js', code: 'load(()=>import(`./b.js`),__vite__mapDeps(all),import.meta.url)' } }, []), /a\.js/)
})
