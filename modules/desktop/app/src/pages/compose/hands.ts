/** What is laid on a picture that somebody works on, and the options below it: loaded with the first tool. */
export { default as Framing } from './Framing.svelte'
export { default as PictureOptions } from './PictureOptions.svelte'
export { default as TextMarks } from './TextMarks.svelte'
