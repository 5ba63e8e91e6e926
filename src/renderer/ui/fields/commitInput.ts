/** Makes an input that applies its text on blur (such as DayInput) apply it now, and keeps the focus. */
export function commitInput(input: HTMLInputElement): void {
  input.blur()
  input.focus({ preventScroll: true })
}
