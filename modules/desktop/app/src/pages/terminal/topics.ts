export interface Topic {
  title: string
  text: string
  /** Whether all that keeps Crier from publishing is shown. */
  showsHealth?: true
  commands: readonly { line: string; does: string }[]
  guide?: { href: string; name: string }
}

const help = { line: 'crier help', does: 'lists every command' }

/** What the interface does not do yet, and the commands that do it, by the first part of the path. */
export const topics: Readonly<Record<string, Topic>> = {
  health: {
    showsHealth: true,
    title: 'Health is told in a terminal for now',
    text: 'One command says how every part is doing, and what to do about each that is not.',
    commands: [{ line: 'crier status', does: 'says whether all is well, and what needs attention' }, { line: 'crier logs -f', does: 'shows what Crier does, as it does it' }],
  },
}

/** What is said where there is nothing. */
export const noPage: Topic = {
  title: 'There is no such page',
  text: 'The address may be mistyped, or what was there is gone.',
  commands: [help],
}
