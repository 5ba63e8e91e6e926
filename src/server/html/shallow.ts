import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { HTML_DROPPED, HTML_SAME, HTML_TAGS, HTML_VOID } from '#shared/domain/htmlRules.ts'

/** Elements that end those on top of the stack when they begin, as the parser has it. */
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
const VOID = new Set([...HTML_VOID, 'area', 'base', 'embed', 'input', 'link', 'meta', 'param', 'track', 'wbr'])

/** Elements that leave a trace; of any other the text alone is kept, so it may not part those around it. */
const KNOWN = new Set([...HTML_TAGS, ...HTML_DROPPED, ...Object.keys(HTML_SAME), ...VOID])

/** What is open, and how often, so that an end tag without a beginning costs nothing. */
class Open {
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

/** Hands tokens on, but not the tags of elements that are unknown or deeper than `most`. */
function shallow(
  to: TokenizerCallbacks,
  most: number,
  slice: (from: number, end: number) => string,
): TokenizerCallbacks {
  const open = new Open()
  let hidden = false
  const shown = (act: () => void): void => {
    if (!hidden) act()
  }
  const endOfTag = (act: () => void): void => {
    shown(act)
    hidden = false
  }
  return {
    onopentagname(start, end) {
      const name = slice(start, end)
      const known = KNOWN.has(name)
      if (known && !VOID.has(name)) open.push(name)
      hidden = !known || open.depth > most
      shown(() => to.onopentagname(start, end))
    },
    onattribname: (start, end) => shown(() => to.onattribname(start, end)),
    onattribdata: (start, end) => shown(() => to.onattribdata(start, end)),
    onattribentity: (code) => shown(() => to.onattribentity(code)),
    onattribend: (quote, end) => shown(() => to.onattribend(quote, end)),
    onopentagend: (end) => endOfTag(() => to.onopentagend(end)),
    onselfclosingtag: (end) => endOfTag(() => to.onselfclosingtag(end)),
    onclosetag(start, end) {
      const name = slice(start, end)
      if (KNOWN.has(name) && open.end(name) <= most) to.onclosetag(start, end)
    },
    ontext: (start, end) => to.ontext(start, end),
    ontextentity: (code, end) => to.ontextentity(code, end),
    oncomment: (start, end, offset) => to.oncomment(start, end, offset),
    oncdata: (start, end, offset) => to.oncdata(start, end, offset),
    ondeclaration: (start, end) => to.ondeclaration(start, end),
    onprocessinginstruction: (start, end) => to.onprocessinginstruction(start, end),
    onend: () => to.onend(),
    isInForeignContext: () => to.isInForeignContext?.() ?? false,
  }
}

/**
 * A tokenizer for one text in one piece. The parser's stack costs with its depth for every element: megabytes of nested
 * tables would take minutes. Elements deeper than `most`, and those that may not be there, lose their tags and keep
 * their text.
 */
export const shallowTokenizer = (most: number): typeof Tokenizer =>
  class extends Tokenizer {
    private text = ''
    constructor(options: ConstructorParameters<typeof Tokenizer>[0], to: TokenizerCallbacks) {
      super(
        options,
        shallow(to, most, (from, end) => this.text.slice(from, end).toLowerCase()),
      )
    }
    override write(chunk: string): void {
      this.text = chunk
      super.write(chunk)
    }
  }
