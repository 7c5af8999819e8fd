import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { joined, lean } from './lean.mjs'
import { componentsIn, names } from './names.mjs'
import { compact } from './styles.mjs'

// The service that the interface talks to while "make ui-dev" runs.
const service = process.env['CRIER_URL'] ?? 'http://127.0.0.1:7171'

const shipped = ['svelte']

// The colours, sizes and letters that the documentation and the sandbox's pages have too.
const look = new URL('../../../platform/look/', import.meta.url)

// Everybody who is given the program has to be given the licences of what is in it.
function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle() {
      const texts = shipped.map((name) => {
        const folder = new URL(`node_modules/${name}/`, import.meta.url)
        for (const file of ['LICENSE', 'LICENSE.md']) {
          try {
            return `${name}\n\n${readFileSync(new URL(file, folder), 'utf8').replaceAll('\r', '')}`
          } catch {
            // The other name is tried.
          }
        }
        throw new Error(`no licence of ${name}`)
      })
      texts.unshift(`Instrument Sans\n\n${readFileSync(new URL('OFL.txt', look), 'utf8')}`)
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join('\n\n') })
    },
  }
}

// The names of classes and custom properties that tests and scripts look for. They stay when the build shortens names.
function asked(folder: URL, ending: string, name: RegExp) {
  const words = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith(ending)) continue
    const text = readFileSync(new URL(file, folder), 'utf8')
    for (const [said] of text.matchAll(/"[^"\n]*"|`[^`]*`|'[^'\n]*'/g)) for (const [, word] of said.matchAll(name)) words.add(word!)
    for (const [word] of text.replace(/<style>[^]*<\/style>/, '').matchAll(/--[a-z][a-z0-9-]*\{?/g)) words.add(word)
  }
  return words
}

// The words that a script may give to a class.
function spoken(texts: Iterable<string>) {
  return new Set([...texts].flatMap((text) => [...text.matchAll(/(['"`])([a-z][\w-]+)\1/gi)].map(([, , word]) => word!)))
}

const source = new URL('src/', import.meta.url)

// Svelte, with short names for what is styled, in one stylesheet for all pages.
function withShortStyles() {
  const folder = fileURLToPath(source), common = `${folder}ui/base.css`
  const looked = asked(new URL('../../../e2e/face/', import.meta.url), '.go', /(?<![)\d])\.([a-z][\w-]*)/g)
  for (const ending of ['.ts', '.svelte']) for (const word of asked(source, ending, /(?<=[\s\]>'"`])\.([a-z][\w-]*)/g)) looked.add(word)
  // Such as --sign-{sign}.
  const begun = [...looked].filter((name) => name.endsWith('{')).map((name) => name.slice(0, -1))
  const components = componentsIn(source)
  const scripts = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')).map((file) => readFileSync(new URL(file, source), 'utf8'))
  const short = names(components, readFileSync(common, 'utf8'), looked, spoken([...components.values(), ...scripts]))
  const preprocess = { name: 'short-names', markup: ({ filename = '' }) => ({ code: short.component(filename.slice(folder.length))! }) }
  const plugin: Plugin = {
    name: 'short-styles',
    enforce: 'post',
    transform: { order: 'pre', handler: (_, id) => (id === common ? short.common : undefined) },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = compact(String(file.source), short.ownersOf, (name: string) => looked.has(name) || begun.some((each) => name.startsWith(each)))
      }
    },
  }
  return [svelte({ preprocess: [preprocess] }), plugin]
}

// Asks for what a page needs together with the page. What Vite has for it takes care of styles and of old browsers too, neither of
// which are there, and is a file of its own in front of every other.
const asking = `
const asked = new Set()
export const __vitePreload = (load, needs) => {
  for (const need of needs ? needs.split(' ') : []) {
    if (asked.has(need)) continue
    asked.add(need)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: new URL(need + '.js', import.meta.url) }))
  }
  return load()
}`

function preloading(): Plugin {
  return {
    name: 'preloading',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === '\0vite/preload-helper.js' ? asking : null),
    generateBundle: { order: 'post', handler: (_, bundle) => joined(bundle, ['app.js', 'shell.js', 'svelte.js']) },
  }
}

function leaning(): Plugin {
  return {
    name: 'leaning',
    enforce: 'post',
    apply: 'build',
    transform: { filter: { id: /\.svelte$/ }, handler: (code) => ({ code: lean(code), map: null }) },
  }
}

// Every page is made here, and none by a server. Svelte asks at each step whether it takes over a page that a server made. Where it is told that it never
// does, the build leaves out those parts of Svelte, and the calls that each component makes for them.
function mounting(): Plugin {
  return {
    name: 'mounting',
    apply: 'build',
    transform: {
      filter: { id: /svelte\/src\/internal\/client\/dom\/hydration\.js$/ },
      handler(code) {
        const told = code
          .replace('export let hydrating = false', 'export const hydrating = false')
          .replace('hydrating = value;', '')
          .replaceAll(/export function (set_hydrating|reset|next|hydrate_template)\(/g, '/* @__NO_SIDE_EFFECTS__ */ export function $1(')
        if (told.split('NO_SIDE_EFFECTS').length !== 5 || !told.includes('export const hydrating')) throw new Error('hydration.js of Svelte has changed')
        return { code: told, map: null }
      },
    },
  }
}

// Pages that share a file. What is alike in them is then compressed once; with a file for each page all scripts took a tenth more. What is not named here
// has a file of its own.
const together = Object.entries({
  // What many pages need, and the first one only once it is there.
  work: /src\/(lib\/(actions|choice|splitcarousel|beforeunload|converting|copying|group|longpress|planning|content|upload|uploadqueue|unsaved|words)|ui\/(Chosen|Command|Conversion|Dialog|Heading|PageNote|PublishNow|Question|Remedy|Skeleton|Thumb|Tick|WhenField|status))\.|src\/pages\/welcome\/sample\./,
  // What can be done with what is chosen.
  chosen: /src\/(lib\/(bulk|outcomes)|ui\/(ChoiceBar|PostBar)|pages\/media\/FileBar)\./,
  cloud: /pages\/settings\/(media|worker)\//,
  draft: /pages\/compose\/(Canvas|Cover|FilmTools|FromLibrary|LiveQuestion|PictureOptions|Ribbon|Toolbar|checks|crop|draft|drop|editing|film|filmchecks|focus|frames|lazy|pictureeditor|plan|point|sending|tools|unsaved)\./,
  lists: /pages\/(media|posts|queue)\//,
  moves: /pages\/(palette\/|calendar\/(MoveTo|TablePanel|moves|planner|table|tablefiles)\.)/,
  post: /pages\/(demo|keys|missing|post|signed-out|welcome)\//,
  running: /pages\/(accounts|golive|health|held|reposts)\/|ui\/(ByApp|ByToken|Choices|ConnectForm|Cure|Out|Seen)\./,
  telling: /ui\/(Attention|TellMe|untold)\.|lib\/telling\.|pages\/overview\/overview\./,
  settings: /pages\/settings\/(?!places)/,
})
const groupOf = (id: string) => (id.endsWith('/route.ts') ? undefined : together.find(([, fits]) => fits.test(id))?.[0])

export default defineConfig(({ command }) => ({
  // What is built lies below a prefix that it does not know; what is being written, where the application is.
  base: command === 'serve' ? '/app/' : './',
  plugins: [command === 'build' ? withShortStyles() : svelte(), leaning(), preloading(), mounting(), licences()],
  build: {
    // made_test.go packs it into ../dist.
    outDir: '.built',
    emptyOutDir: true,
    // Browsers of the last two years. Nothing is inlined, for the policy has no data: addresses.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Plain names: the prefix of the build tells versions apart, and two branches change few of the same scripts.
    rollupOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      treeshake: { manualPureFunctions: ['$.next', '$.remove_input_defaults', '$.remove_textarea_child', '$.replay_events', '$.reset'] },
      output: {
        // What is loaded at first stands in two files whose names stay, so that a page that is added moves nothing between the others.
        codeSplitting: {
          groups: [
            { name: 'svelte', priority: 3, test: /node_modules/ },
            { name: 'shell', priority: 2, test: (id: string) => !groupOf(id) && /src\/(lib|ui|api)\/|settings\/places\.|platform\/look\/|preload-helper/.test(id) },
            ...together.map(([name]) => ({ name, priority: 1, test: (id: string) => groupOf(id) === name })),
          ],
        },
        entryFileNames: 'app.js',
        chunkFileNames: (chunk) => `${chunk.name.toLowerCase()}.js`,
        assetFileNames: (asset) => (asset.names[0] ?? '[name][extname]').toLowerCase(),
      },
    },
  },
  server: {
    host: '127.0.0.1',
    fs: { allow: ['.', fileURLToPath(look)] },
    proxy: Object.fromEntries(
      ['/api', '/uploads', '/login', '/docs', '/style.css'].map((path) => [
        path,
        // Without its own origin the service takes a change for one of a foreign page.
        { target: service, changeOrigin: true, headers: { origin: service } },
      ]),
    ),
  },
}))
