/** Properties of CSS by their names in scripts. */
type Look = Readonly<Record<string, string>>

/**
 * The base of rich text wherever it is edited, read and previewed, on white: like a plain page. Nothing about spaces: kept
 * as they are, the line ends between the blocks would be lines of their own; the editor alone needs that.
 */
export const CONTENT_BASE = {
  fontFamily: '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  fontSize: '16px',
  lineHeight: '1.75',
  textAlign: 'start',
  overflowWrap: 'break-word',
} as const satisfies Look

/** What stands in it directly. */
export const CONTENT_BLOCK = { marginTop: '0', marginBottom: '0.6em' } as const satisfies Look

/** Its elements that say no look of their own, by their names. The browser's own margins differ by where they stand. */
export const CONTENT_ELEMENTS: Readonly<Record<string, Look>> = {
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

/** The elements' names below a selector: `below('&', 'ul, ol')` is `& ul, & ol`. */
export const below = (selector: string, names: string): string =>
  names
    .split(', ')
    .map((name) => `${selector} ${name}`)
    .join(', ')
