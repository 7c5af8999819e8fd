/** One thing that a menu offers. */
export interface MenuItem {
  name: string
  run: () => void
  isDanger?: boolean
  isOff?: boolean
}
