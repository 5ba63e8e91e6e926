/**
 * Colours that are the same in both themes: for content, which has colours of its own, and for overlays on pictures.
 */
export const PAPER = { white: '#ffffff', black: '#000000', line: '#bfbfbf', shade: '#f5f5f5' } as const
