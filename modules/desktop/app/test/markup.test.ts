import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsIn, faultsOf } from '../markup.mjs'

test('what the policy refuses is found where it is', () => {
  const lines = (source: string) => faultsOf(source).map((fault: { line: number }) => fault.line)
  assert.deepEqual(lines('<p>one</p>\n{#if a}\n  <b style="color: red">two</b>\n{/if}'), [3])
  assert.deepEqual(lines('<p style="left: {x}px" />'), [1])
  assert.deepEqual(lines('{#each list as item}<Some><i>{@html item}</i></Some>{/each}'), [1])
  assert.deepEqual(lines('{#snippet s()}<svg><path style="fill: red" /></svg>{/snippet}'), [1])
  // These work: what they set goes by the style of the element.
  assert.deepEqual(lines('<p style:left="{x}px" style:--hue={h} class="style">style="a" {"{@html}"}</p>\n<style>p { color: red }</style>'), [])
})

test('no component has any of it', async () => {
  assert.deepEqual(await faultsIn(new URL('../src/', import.meta.url)), [])
})
