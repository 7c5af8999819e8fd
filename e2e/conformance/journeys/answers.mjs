// The cloud worker's client of the network makes its calls, and reads the errors that the real services have shown.
import assert from 'node:assert/strict'
import { Budget, Network, NetworkError } from '../../../modules/cloud/worker/script/network.js'

const account = { id: '17841400000000101', login: 'primary', token: 'IGAA-token-0123456789' }
const container = '17900000000000001'

for (const { Op, HTTP, Body, Class, Unsure, Unknown, Source } of JSON.parse(process.env.CONFORMANCE).answers) {
  globalThis.fetch = async () => new Response(JSON.stringify(Body), { status: HTTP, headers: { Sunset: 'Sat, 31 Dec 2026 23:59:59 GMT' } })
  const network = new Network({ primary: 'https://graph.example' }, new Budget(50), 1)
  const failed = await (Op === 'read' ? network.status(account, container) : network.publish(account, container)).then(() => null, (error) => error)
  assert.ok(failed instanceof NetworkError, `${Source}: ${failed}`)
  assert.equal(failed.cls, Class, Source)
  assert.equal(failed.undocumented, Unknown, Source)
  assert.equal(failed.unsure, Unsure, Source)
}
