/** An input that takes what was typed when it is left, such as one of days, takes it now and keeps the focus. */
export function commitInput(input: HTMLInputElement): void {
  input.blur()
  input.focus({ preventScroll: true })
}
