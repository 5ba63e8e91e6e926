import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { HTML_DROPPED, HTML_SAME, HTML_TAGS, LONGEST_ADDRESS } from '#shared/domain/htmlRules.ts'
import { OpenElements, VOID_ELEMENTS } from '#shared/domain/openElements.ts'

/** Elements that leave a trace; of any other the text alone is kept, so it may not part those around it. */
const KNOWN = new Set([...HTML_TAGS, ...HTML_DROPPED, ...Object.keys(HTML_SAME), ...VOID_ELEMENTS])

/** Longer than any address or style that is kept: what follows is not looked at, and such an address goes as a whole. */
const LONGEST_ATTRIBUTE = LONGEST_ADDRESS + 1

/** Text that the tokenizer tells in pieces, as at each `<` that begins no tag, is told in one. */
class Joined {
  private from = 0
  private end = 0
  private readonly tell: (from: number, end: number) => void

  constructor(tell: (from: number, end: number) => void) {
    this.tell = tell
  }
  add(from: number, end: number): void {
    if (from !== this.end) {
      this.flush()
      this.from = from
    }
    this.end = end
  }
  flush(): void {
    if (this.end > this.from) this.tell(this.from, this.end)
    this.from = this.end
  }
}

/** Hands tokens on, but not the tags of elements that are unknown or deeper than `most`. */
function shallow(
  to: TokenizerCallbacks,
  { most, spend }: Bounds,
  slice: (from: number, end: number) => string,
): TokenizerCallbacks {
  const open = new OpenElements()
  const text = new Joined((from, end) => to.ontext(from, end))
  let hidden = false
  let length = 0
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
      if (known && !VOID_ELEMENTS.has(name)) open.push(name)
      hidden = !known || open.depth > most
      shown(() => {
        spend('element')
        text.flush()
        to.onopentagname(start, end)
      })
    },
    onattribname: (start, end) =>
      shown(() => {
        spend('attribute')
        length = 0
        to.onattribname(start, end)
      }),
    onattribdata: (start, end) =>
      shown(() => {
        const kept = Math.min(end - start, LONGEST_ATTRIBUTE - length)
        length += end - start
        if (kept > 0) to.onattribdata(start, start + kept)
      }),
    onattribentity: (code) =>
      shown(() => {
        length += 1
        if (length <= LONGEST_ATTRIBUTE) to.onattribentity(code)
      }),
    onattribend: (quote, end) => shown(() => to.onattribend(quote, end)),
    onopentagend: (end) => endOfTag(() => to.onopentagend(end)),
    onselfclosingtag: (end) => endOfTag(() => to.onselfclosingtag(end)),
    onclosetag(start, end) {
      const name = slice(start, end)
      const depth = KNOWN.has(name) ? open.end(name) : most + 1
      if (depth > most) return
      // The parser makes an element of some that end without a beginning.
      if (depth === 0) spend('element')
      text.flush()
      to.onclosetag(start, end)
    },
    ontext: (start, end) => text.add(start, end),
    ontextentity(code, end) {
      spend('entity')
      text.flush()
      to.ontextentity(code, end)
    },
    // The text on both sides stays two: nothing of these is kept.
    oncomment: () => text.flush(),
    oncdata: () => text.flush(),
    ondeclaration: () => text.flush(),
    onprocessinginstruction: () => text.flush(),
    onend() {
      text.flush()
      to.onend()
    },
    isInForeignContext: () => to.isInForeignContext?.() ?? false,
  }
}

/** What a text is made of; each costs time. */
export type Part = 'element' | 'attribute' | 'entity'

interface Bounds {
  /** The deepest level that keeps its tags. */
  most: number
  /** Told of each part that is kept; may throw. */
  spend: (part: Part) => void
}

/**
 * A tokenizer for one text in one piece. The parser's stack costs with its depth for every element: megabytes of nested
 * tables would take minutes. Elements deeper than `most`, and those that may not be there, lose their tags and keep
 * their text.
 */
export const shallowTokenizer = (bounds: Bounds): typeof Tokenizer =>
  class extends Tokenizer {
    private text = ''
    constructor(options: ConstructorParameters<typeof Tokenizer>[0], to: TokenizerCallbacks) {
      super(
        options,
        shallow(to, bounds, (from, end) => this.text.slice(from, end).toLowerCase()),
      )
    }
    override write(chunk: string): void {
      this.text = chunk
      super.write(chunk)
    }
  }
