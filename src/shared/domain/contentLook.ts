/** CSS properties by their script names. */
type StyleProperties = Readonly<Record<string, string>>

/**
 * Base styles of rich text on white, for editing, reading and previewing. Only the editor sets white-space: `pre-wrap`
 * would show the line breaks between blocks.
 */
export const CONTENT_BASE = {
  fontFamily: '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  fontSize: '16px',
  lineHeight: '1.75',
  textAlign: 'start',
  overflowWrap: 'break-word',
} as const satisfies StyleProperties

/** Styles of the direct children. */
export const CONTENT_BLOCK = { marginTop: '0', marginBottom: '0.6em' } as const satisfies StyleProperties

/** Styles of elements without styles of their own, by tag. The browser's own margins depend on the nesting. */
export const CONTENT_ELEMENTS: Readonly<Record<string, StyleProperties>> = {
  'p, h1, h2, h3, h4, h5, h6, ul, ol, dl, dd, figure': { marginTop: '0', marginBottom: '0.6em' },
  'dd, figure': { marginLeft: '0', marginRight: '0' },
  'li > ul, li > ol': { marginBottom: '0' },
  h1: { fontSize: '2em', lineHeight: '1.35' },
  h2: { fontSize: '1.5em', lineHeight: '1.4' },
  h3: { fontSize: '1.25em', lineHeight: '1.5' },
  'h4, h5, h6': { fontSize: '1em' },
  'ul, ol': { paddingLeft: '2em' },
  blockquote: { margin: '0 0 0.6em', padding: '4px 16px', borderLeft: '4px solid #c8c8c8', color: '#555' },
  pre: {
    padding: '12px 16px',
    borderRadius: '4px',
    backgroundColor: '#f3f3f3',
    fontSize: '14px',
    whiteSpace: 'pre-wrap',
  },
  'pre, code': { fontFamily: 'Consolas, Menlo, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace' },
  table: { marginTop: '0', marginBottom: '0.6em' },
  hr: { border: 'none', borderTop: '1px solid #c8c8c8', margin: '0 0 0.6em' },
}

/** Selectors of tags within a selector: `below('&', 'ul, ol')` is `& ul, & ol`. */
export const descendantSelectors = (selector: string, names: string): string =>
  names
    .split(', ')
    .map((name) => `${selector} ${name}`)
    .join(', ')
