// What Svelte itself warns of is an error here: most of it is about people who use no mouse or no eyes.
export default {
  compilerOptions: { runes: true },
}
