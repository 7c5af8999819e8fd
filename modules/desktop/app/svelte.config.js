// What Svelte itself warns of is an error here: most of it is about people who use no mouse or no eyes.
export default {
  compilerOptions: {
    runes: true,
    // Nothing here asks a page which Svelte made it.
    discloseVersion: false,
    // What tells the styles of two components apart stands in each rule and each element, so it is short.
    cssHash: ({ hash, css }) => `c${hash(css).slice(-4)}`,
  },
}
