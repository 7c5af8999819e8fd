// The parts of the composer that are loaded when they are first needed, in one script: three small ones are larger.
export { default as FilmTools } from './FilmTools.svelte'
export { default as FromLibrary } from './FromLibrary.svelte'
export { default as LiveQuestion } from './LiveQuestion.svelte'
export { default as Ribbon } from './Ribbon.svelte'
export { default as Texts } from './Texts.svelte'
