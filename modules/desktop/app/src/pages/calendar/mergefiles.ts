/** The files of a draft with those that come to it later, each at its place among what was dropped together; what else the draft has stays where it is. */
export function mergedFiles(present: readonly string[], dropped: readonly string[], fresh: readonly string[]): string[] {
  const files = [...present]
  for (const id of fresh) {
    if (files.includes(id)) continue
    const before = dropped.slice(0, dropped.indexOf(id)).findLast((other) => files.includes(other))
    const after = dropped.slice(dropped.indexOf(id) + 1).find((other) => files.includes(other))
    const at = before !== undefined ? files.indexOf(before) + 1 : after !== undefined ? files.indexOf(after) : files.length
    files.splice(at, 0, id)
  }
  return files
}
