import type { IconName } from '../../ui/icons.ts'

export type Tool = 'ratio' | 'focus' | 'pad' | 'rotate' | 'text' | 'people' | 'alt'

export const tools: readonly { tool: Tool; name: string; icon: IconName; isEdit: boolean }[] = [
  { tool: 'ratio', name: 'Shape', icon: 'crop', isEdit: true },
  { tool: 'focus', name: 'Focus', icon: 'focus', isEdit: true },
  { tool: 'pad', name: 'Pad', icon: 'pad', isEdit: true },
  { tool: 'rotate', name: 'Rotate', icon: 'rotate', isEdit: true },
  { tool: 'text', name: 'Text', icon: 'text', isEdit: true },
  { tool: 'people', name: 'People', icon: 'person', isEdit: false },
  { tool: 'alt', name: 'Alt text', icon: 'alt', isEdit: false },
]

export function isEdit(tool: Tool): boolean {
  return tools.some((other) => other.tool === tool && other.isEdit)
}
