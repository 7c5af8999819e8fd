// Cloudflare's own tool deploys what Crier deploys: its scripts, with a namespace, a Durable Object, a migration and a cron.
const { given, assert, journey } = require('./check.cjs')
const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const program = path.join(__dirname, '..', 'node_modules', 'wrangler', 'bin', 'wrangler.js')
const environment = {
  ...process.env, CLOUDFLARE_API_BASE_URL: given.cloudflare, CLOUDFLARE_API_TOKEN: given.cloudflareToken, CLOUDFLARE_ACCOUNT_ID: given.cloudflareAccount,
  CI: '1', WRANGLER_HIDE_BANNER: 'true', HOME: given.folder, XDG_CONFIG_HOME: given.folder,
}

/** Runs wrangler, which reads the input, and returns what it printed. */
const wrangler = (args, input = '') => new Promise((resolve, reject) => {
  const child = spawn(process.execPath, [program, ...args], { cwd: given.folder, timeout: 60_000, env: environment })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => { printed += data })
  child.on('error', reject)
  child.on('close', (code) => code === 0 ? resolve(printed) : reject(new Error(`wrangler ${args.join(' ')}: ${code}\n${printed}`)))
  child.stdin.end(input)
})

const configure = (more) => fs.writeFileSync(path.join(given.folder, 'wrangler.json'), JSON.stringify({
  name: given.worker.name, main: path.join('src', given.worker.main), compatibility_date: given.worker.date, no_bundle: true, find_additional_modules: true,
  rules: [{ type: 'ESModule', globs: ['**/*.js'] }], observability: { enabled: true, logs: { enabled: true, invocation_logs: false } }, workers_dev: true, preview_urls: false,
  kv_namespaces: [{ binding: given.worker.kv, id: given.namespace }],
  durable_objects: { bindings: [{ name: given.worker.object, class_name: given.worker.class }] },
  vars: { VERSION: given.worker.version }, triggers: { crons: ['* * * * *'] }, ...more,
}))

/** Says so where wrangler warns of an answer that it does not know what to make of. */
const calm = (printed) => { assert.doesNotMatch(printed, /WARNING|ERROR|Could not apply/, printed); return printed }

const migrations = [{ tag: given.worker.tag, new_sqlite_classes: [given.worker.class] }]

const journeys = {
  deploy: {
    'a namespace': async () => {
      given.namespace = /"id": "([0-9a-f]{32})"/.exec(await wrangler(['kv', 'namespace', 'create', 'conformance']))[1]
      fs.writeFileSync(path.join(given.folder, 'namespace'), given.namespace)
    },
    'a first deployment, with a migration and a cron': async () => {
      configure({ migrations })
      const printed = calm(await wrangler(['deploy']))
      assert.match(printed, /schedule: \* \* \* \* \*/)
      assert.match(printed, /https:\/\/conformance\.conformance\.workers\.dev/)
      assert.match(printed, /Current Version ID: [0-9a-f]{8}-/)
    },
    'a secret': async () => calm(await wrangler(['secret', 'put', given.worker.secret], 'hush')),
    'a second deployment, which is a version and keeps the secret': async () => {
      configure({ migrations, vars: { VERSION: given.worker.next } })
      assert.match(calm(await wrangler(['deploy'])), /Current Version ID: [0-9a-f]{8}-/)
    },
  },
  // After Crier's own client has uploaded in the place of it.
  'deploy over ours': {
    'a deployment in the place of an upload by the API': async () => {
      given.namespace = fs.readFileSync(path.join(given.folder, 'namespace'), 'utf8')
      configure({ migrations, vars: { VERSION: given.worker.version } })
      assert.match(await wrangler(['deploy']), /last updated via the script API/)
    },
    'a second class': async () => {
      configure({ migrations: [...migrations, { tag: 'v2', new_sqlite_classes: ['Other'] }] })
      calm(await wrangler(['deploy']))
    },
    'the end of it': async () => assert.match(await wrangler(['delete', '--name', given.worker.name, '--force']), /Successfully deleted/),
  },
}

journey('wrangler', journeys[given.part])
