/**
 * Widths of dialogs by their content: those of the documents (A·§9: 60 %, 70 %, 80 %), limited to what the fields need
 * and to a readable width.
 */
export const DIALOG_WIDTHS = {
  small: 'clamp(560px, 60%, 1200px)',
  content: 'clamp(720px, 70%, 1400px)',
  role: 'clamp(800px, 80%, 1600px)',
} as const
export type DialogSize = keyof typeof DIALOG_WIDTHS

/**
 * Every dialog dims the page and the dialogs below it; otherwise nested dialogs would blend. A click outside keeps the
 * focus inside, so that Esc still closes a dialog that stays open.
 */
export const BACKDROP = {
  appearance: 'dimmed',
  onMouseDown: (event: { preventDefault(): void }): void => event.preventDefault(),
} as const
