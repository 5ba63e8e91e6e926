import { HTML_VOID } from './htmlRules.ts'

/** Elements that end those on top of the stack when they begin, as parsers have it. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  tr: ['tr', 'th', 'td'],
  th: ['th'],
  td: ['thead', 'th', 'td'],
  tbody: ['thead', 'tbody'],
  tfoot: ['thead', 'tbody'],
  li: ['li'],
  dd: ['dd', 'dt'],
  dt: ['dd', 'dt'],
  a: ['a'],
  option: ['option'],
  ...Object.fromEntries(
    ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p']]),
  ),
  ...Object.fromEntries(
    [
      'p',
      'div',
      'section',
      'article',
      'blockquote',
      'dl',
      'figure',
      'footer',
      'header',
      'ol',
      'pre',
      'table',
      'ul',
    ].map((tag) => [tag, ['p']]),
  ),
}

/** Elements without content and without an end tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set([
  ...HTML_VOID,
  'area',
  'base',
  'embed',
  'input',
  'link',
  'meta',
  'param',
  'track',
  'wbr',
])

/** What is open while HTML is read, and how often, so that an end tag without a beginning costs nothing. */
export class OpenElements {
  private readonly names: string[] = []
  private readonly counts = new Map<string, number>()

  get depth(): number {
    return this.names.length
  }
  private pop(): string | undefined {
    const name = this.names.pop()
    if (name !== undefined) this.counts.set(name, (this.counts.get(name) ?? 1) - 1)
    return name
  }
  push(name: string): void {
    const ends = Object.hasOwn(ENDS, name) ? (ENDS[name] ?? []) : []
    while (ends.includes(this.names.at(-1) ?? '')) this.pop()
    this.names.push(name)
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }
  /** How deep the one stood that this ends; 0 when none is open. */
  end(name: string): number {
    if (!this.counts.get(name)) return 0
    while (this.pop() !== name);
    return this.depth + 1
  }
}
