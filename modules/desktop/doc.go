// Package desktop serves Crier's interface for people, a web application that the program contains,
// below /app/, and leads the bare address there.
//
// # Serving
//
// The folder app has the source, and dist what Vite builds of it, scripts and styles as gzip. dist
// is committed with plain names, so that a build of the program takes Go alone; "make verify"
// builds it again and compares. Two branches that change styles meet in style.css.gz, and "make ui"
// ends that. Browsers may keep its files for good, since they are served below a prefix that names
// the content of all of them: /app/-/BUILD/. What is below another build's prefix is gone, and the
// application then offers to reload. Any other address below /app/ gives the one page, which finds
// out by itself what it shows there.
//
// The page runs under the strictest policy that it can: no foreign source, no inline script or
// style, and no string that becomes markup but by Svelte's own policy of Trusted Types.
//
// # Adding a page to the application
//
// A page is a folder src/pages/NAME with a file route.ts, which src/pages/index.ts finds by itself,
// and a component that route.ts loads when somebody goes there:
//
//	export default route({ path: '/queue', title: 'Queue', load: () => import('./Queue.svelte') })
//
// The build gives it a file of its own, unless vite.config.ts names it among the pages that share
// one. The component gets the parameters of the path and the query as props. It takes data from the
// cache of src/lib/cache.svelte.ts, shows errors with src/ui/Problem.svelte, and registers its keys
// with src/lib/keys.svelte.ts.
//
// A build leaves out what Svelte makes and nothing here asks for, and files that only pass on what
// another has (app/lean.mjs).
//
// # Styles
//
// src/ui/base.css has what every page is put together from: how loud and how large words are, rows,
// pills, fields, empty pages. A component says what only it has, in words of its own, and is always
// stronger than base.css. Rules for a width come last in it.
//
// All styles are one file, which every page loads first and which has to stay below 24 KB packed.
// For that the build gives classes and custom properties short names (app/names.mjs) and puts rules
// beside those that they are like (app/styles.mjs). What a test of e2e/face or a script looks for
// keeps its name; a test that looks for another class therefore takes "make ui". "make ui-dev"
// changes no name.
package desktop
