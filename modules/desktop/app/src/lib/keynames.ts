const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** How a key is written down in the list above. */
export function nameOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>, mac = isMac): string {
  const mod = mac ? event.metaKey : event.ctrlKey
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  // Shift is a part of the character where there is one, such as "?".
  const shift = event.shiftKey && (event.key.length > 1 || mod || event.altKey)
  return (mod ? 'Mod+' : '') + (event.altKey ? 'Alt+' : '') + (shift ? 'Shift+' : '') + key
}

/** The key for people: "Ctrl Enter", "⌘ Enter", "G C". */
export function spelled(keys: string, mac = isMac): string[] {
  const names: Record<string, string> = {
    Mod: mac ? '⌘' : 'Ctrl', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', Delete: 'Del', PageUp: 'PgUp', PageDown: 'PgDn',
  }
  return keys.split(/[ +]/).map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key))
}
