import type { IconName } from '../../ui/icons.ts'

export type Tool = 'frame' | 'rotate' | 'text' | 'people'

export const tools: readonly { tool: Tool; name: string; icon: IconName; isEdit: boolean }[] = [
  { tool: 'frame', name: 'Frame', icon: 'crop', isEdit: true },
  { tool: 'rotate', name: 'Rotate', icon: 'rotate', isEdit: true },
  { tool: 'text', name: 'Text', icon: 'text', isEdit: true },
  { tool: 'people', name: 'People', icon: 'person', isEdit: false },
]

export function isEdit(tool: Tool): boolean {
  return tool !== 'people'
}
