import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

// The service that the interface talks to while "make ui-dev" runs.
const service = process.env['CRIER_URL'] ?? 'http://127.0.0.1:7171'

const shipped = ['openapi-fetch', 'svelte']

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

// What the first page has no use for before it is there.
const work = /src\/(lib\/(acting|converting|copying|group|hold|planning|words)|ui\/(Command|Conversion|Dialog|Heading|Skeleton|Thumb|status))\./

export default defineConfig(({ command }) => ({
  // What is built lies below a prefix that it does not know; what is being written, where the application is.
  base: command === 'serve' ? '/app/' : './',
  plugins: [svelte(), licences()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Browsers of the last two years. Nothing is inlined, for the policy has no data: addresses.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Plain names: the prefix of the build tells versions apart, and two branches change few of the same files.
    rollupOptions: {
      output: {
        // What every page has stands in two files whose names stay, so that a page that is added moves nothing between the others. What
        // is not loaded at first is in a third.
        codeSplitting: {
          groups: [
            { name: 'svelte', priority: 3, test: /node_modules/ },
            { name: 'work', priority: 1, test: work },
            // What the composer keeps and saves is read beside what it shows.
            { name: 'draft', priority: 1, test: /src\/pages\/compose\/(checks|draft|plan|sending|unsaved)\./ },
            // What the library works on pictures with too.
            { name: 'picture', priority: 1, test: /src\/pages\/compose\/(Canvas|Toolbar|crop|desk|editing|focus|spot|tools)\./ },
            { name: 'shell', priority: 2, test: (id: string) => /src\/(lib|ui|api)\/|platform\/look\//.test(id) && !work.test(id) },
          ],
        },
        entryFileNames: 'app.js',
        chunkFileNames: (chunk) => `${chunk.name.toLowerCase()}.js`,
        assetFileNames: (asset) => {
          const name = (asset.names[0] ?? '[name][extname]').toLowerCase()
          return name === 'index.css' ? 'app.css' : name
        },
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
