// Cloudflare's own tool does what the fake has routes for.
const { given, assert, journey } = require('./check.cjs')
const { execFile } = require('node:child_process')
const { promisify } = require('node:util')
const path = require('node:path')

const program = path.join(__dirname, '..', 'node_modules', 'wrangler', 'bin', 'wrangler.js')
const wrangler = async (...args) => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd: given.folder, timeout: 60_000,
    env: {
      ...process.env, CLOUDFLARE_API_BASE_URL: given.cloudflare, CLOUDFLARE_API_TOKEN: given.cloudflareToken, CLOUDFLARE_ACCOUNT_ID: given.cloudflareAccount,
      CI: '1', WRANGLER_HIDE_BANNER: 'true', HOME: given.folder, XDG_CONFIG_HOME: given.folder,
    },
  })
  return stdout
}

journey('wrangler', {
  'a namespace': async () => {
    await wrangler('kv', 'namespace', 'create', 'conformance')
    assert.match(await wrangler('kv', 'namespace', 'list'), /conformance/)
  },
})
