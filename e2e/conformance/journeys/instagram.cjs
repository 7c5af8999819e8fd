// An open-source client of the network's app API signs in, solves a challenge, reads both inboxes and publishes a story.
const { given, assert, journey } = require('./check.cjs')
const { IgApiClient, IgCheckpointError, IgLoginBadPasswordError } = require('instagram-private-api')

const host = new URL(given.native).host
const client = () => {
  const ig = new IgApiClient()
  ig.state.generateDevice(given.native)
  const send = ig.request.send.bind(ig.request)
  ig.request.send = (options, ...more) =>
    send({ ...options, baseUrl: given.native, headers: { ...ig.request.getDefaultHeaders(), ...options.headers, Host: host } }, ...more)
  return ig
}
const control = (login) =>
  fetch(`${given.control}/native`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ username: given.nativeUser, login, code: '004711' }) })

let ig
journey('instagram-private-api', {
  'a login': async () => {
    ig = client()
    const user = await ig.account.login(given.nativeUser, given.nativePassword)
    assert.equal(user.username, given.nativeUser)
    assert.equal((await ig.account.currentUser()).username, given.nativeUser)
  },
  'a wrong password': async () => {
    await assert.rejects(client().account.login(given.nativeUser, 'another'), IgLoginBadPasswordError)
  },
  'a challenge with a code': async () => {
    await control('challenge_email')
    ig = client()
    await assert.rejects(ig.account.login(given.nativeUser, given.nativePassword), IgCheckpointError)
    await ig.challenge.auto()
    const closed = await ig.challenge.sendSecurityCode('004711')
    assert.equal(closed.action, 'close')
    assert.equal((await ig.account.login(given.nativeUser, given.nativePassword)).username, given.nativeUser)
  },
  'the inboxes': async () => {
    assert.ok((await ig.feed.directInbox().items()).length > 0)
    assert.ok(Array.isArray(await ig.feed.directPending().items()))
  },
  'an upload': async () => {
    const { upload_id: id } = await ig.upload.photo({ file: Buffer.from(given.jpeg, 'base64') })
    assert.match(String(id), /^\d+$/)
  },
  'a session that is exported': async () => {
    const state = await ig.state.serialize()
    delete state.constants
    await require('node:fs/promises').writeFile(given.exported, JSON.stringify(state))
  },
})
