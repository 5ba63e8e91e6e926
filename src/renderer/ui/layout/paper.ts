/** Colours of what looks the same in both themes: content, which keeps its own colours, and what lies on pictures. */
export const PAPER = { white: '#ffffff', black: '#000000', line: '#bfbfbf', shade: '#f5f5f5' } as const
