import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestOf, urlOf } from '../src/api/request.ts'

test('an address has its parameters, and each list as one with commas', () => {
  assert.equal(urlOf('/posts/{id}/edits', { path: { id: 'a/b c' } }), '/posts/a%2Fb%20c/edits')
  // Of a name that stands in the address several times the service reads the first alone.
  const query = new URL(urlOf('http://crier/posts', { query: { status: ['QUEUED', 'PUBLISHING'], q: 'rye & oats', page: 0, partner: false } })).searchParams
  assert.deepEqual([...query], [['status', 'QUEUED,PUBLISHING'], ['q', 'rye & oats'], ['page', '0'], ['partner', 'false']])
  assert.equal(urlOf('/posts', { query: { q: '', status: [], cursor: undefined, code: null } }), '/posts')
})

test('a request has its body as JSON, and the headers that it is given', async () => {
  const put = requestOf('PUT', 'http://crier/posts/{id}', { params: { path: { id: '1' }, header: { 'If-Match': '*' } }, body: { caption: null }, keepalive: true })
  assert.deepEqual([put.method, put.url, put.headers.get('If-Match'), put.headers.get('Content-Type'), put.keepalive], ['PUT', 'http://crier/posts/1', '*', 'application/json', true])
  assert.equal(await put.text(), '{"caption":null}')
  const abort = new AbortController()
  const get = requestOf('GET', 'http://crier/posts', { signal: abort.signal })
  abort.abort()
  assert.deepEqual([get.body, get.headers.get('Content-Type'), get.signal.aborted], [null, null, true])
})
