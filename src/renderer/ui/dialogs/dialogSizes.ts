/**
 * Widths of dialogs with something to fill in or to choose: the documents' (A·§9: 60 %, 70 %, 80 %), no narrower than
 * their fields need and no wider than is read at a glance.
 */
export const DIALOG_WIDTHS = {
  small: 'clamp(560px, 60%, 1200px)',
  content: 'clamp(720px, 70%, 1400px)',
  role: 'clamp(800px, 80%, 1600px)',
} as const
export type DialogSize = keyof typeof DIALOG_WIDTHS

/** Of every dialog: one over another one dims that one, too, or the two would run into each other. */
export const BACKDROP = { appearance: 'dimmed' } as const
