/** Widths of form dialogs. compact is this program's own; the others are the documents' (A·§9: 60 %, 70 %, 80 %). */
export const DIALOG_WIDTHS = { compact: '560px', small: '60%', content: '70%', role: '80%' } as const
export type DialogSize = keyof typeof DIALOG_WIDTHS

/** Of every dialog: one over another one dims that one, too, or the two would run into each other. */
export const BACKDROP = { appearance: 'dimmed' } as const
