/** Moves the focus to what the selector names, before what has it goes away. */
export function focusOn(selector: string, within: ParentNode | null | undefined = document): void {
  within?.querySelector<HTMLElement>(selector)?.focus()
}
