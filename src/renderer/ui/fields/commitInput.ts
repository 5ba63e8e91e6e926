/** Makes an input that takes its text on blur (such as DayInput) take it now, and keeps the focus. */
export function commitInput(input: HTMLInputElement): void {
  input.blur()
  input.focus({ preventScroll: true })
}
