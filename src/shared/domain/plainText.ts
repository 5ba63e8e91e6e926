import { Parser, Tokenizer } from 'htmlparser2'

/** The text of an HTML document, with each character's range in the HTML. */
export interface PlainText {
  text: string
  /**
   * Start and end (exclusive) of each UTF-16 unit in the HTML. A line break at a block border has -1, a line break of a
   * br its tag's range.
   */
  starts: Int32Array
  ends: Int32Array
}

/** Inline elements, whose borders do not interrupt a word. All other elements do. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
/** Elements whose text is not displayed. */
const HIDDEN_ELEMENTS = new Set(['script', 'style', 'template', 'noscript', 'title', 'head'])
const BREAK = '\n'

/**
 * Extracts the displayed text: entities decoded, a line break at the start and end of a block, words whole even if
 * inline tags interrupt them. Comments, scripts and styles are left out.
 */
export function extractPlainText(html: string): PlainText {
  const parts: string[] = []
  // html.length suffices: no entity decodes to more UTF-16 units than it has, and each line break comes from a tag.
  const starts = new Int32Array(html.length)
  const ends = new Int32Array(html.length)
  let [length, hiddenDepth] = [0, 0]
  let last = ''
  const add = (data: string, start: number, end: number): void => {
    const oneToOne = data.length === end - start
    for (let i = 0; i < data.length; i++, length++) {
      starts[length] = oneToOne ? start + i : start
      ends[length] = oneToOne ? start + i + 1 : end
    }
    parts.push(data)
    last = data
  }
  const breakLine = (name: string): void => {
    if (!INLINE.has(name) && name !== 'br' && last !== BREAK && length > 0 && length < html.length) add(BREAK, -1, -1)
  }
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (HIDDEN_ELEMENTS.has(name)) hiddenDepth += 1
        breakLine(name)
      },
      onopentag: (name) => {
        if (name === 'br' && last !== BREAK && length > 0) add(BREAK, parser.startIndex, parser.endIndex + 1)
      },
      onclosetag: (name) => {
        if (HIDDEN_ELEMENTS.has(name)) hiddenDepth -= 1
        breakLine(name)
      },
      ontext: (data) => {
        if (hiddenDepth === 0) add(data, parser.startIndex, parser.endIndex + 1)
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return { text: parts.join(''), starts: starts.subarray(0, length), ends: ends.subarray(0, length) }
}

/** Attributes that readers see or hear. */
const READ_ATTRIBUTES = new Set(['alt', 'title'])

/** Collects an attribute's text with the range of each of its characters in the HTML. */
class AttributeText {
  private readonly parts: string[] = []
  private readonly starts: number[] = []
  private readonly ends: number[] = []
  /** Start of the next part. */
  private next = -1

  private readonly html: string
  constructor(html: string) {
    this.html = html
  }

  add(start: number, end: number): void {
    this.next = end
    this.parts.push(this.html.slice(start, end))
    for (let at = start; at < end; at++) {
      this.starts.push(at)
      this.ends.push(at + 1)
    }
  }
  /**
   * The tokenizer does not report an entity's position: it follows the previous part, or is the first & after `from`.
   */
  addEntity(code: number, from: number): void {
    const start = this.html.indexOf('&', Math.max(from, this.next))
    const text = String.fromCodePoint(code)
    const written = /^&(?:#\w+|\w+);?/.exec(this.html.slice(start, start + 40))?.[0].length ?? 1
    this.next = start + written
    this.parts.push(text)
    for (let i = 0; i < text.length; i++) {
      this.starts.push(start)
      this.ends.push(start + written)
    }
  }
  finish(): PlainText {
    return {
      text: this.parts.join(''),
      starts: Int32Array.from(this.starts),
      ends: Int32Array.from(this.ends),
    }
  }
}

/** The texts of alt and title attributes. */
function attributeTexts(html: string): PlainText[] {
  if (!/\b(?:alt|title)\s*=/i.test(html)) return []
  const found: PlainText[] = []
  let open: AttributeText | null = null
  let from = 0
  const ignore = (): void => undefined
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onattribname(start, end) {
        from = end
        open = READ_ATTRIBUTES.has(html.slice(start, end).toLowerCase()) ? new AttributeText(html) : null
      },
      onattribdata: (start, end) => open?.add(start, end),
      onattribentity: (code) => open?.addEntity(code, from),
      onattribend() {
        const text = open?.finish()
        if (text && text.text !== '') found.push(text)
        open = null
      },
      onopentagname: ignore,
      onopentagend: ignore,
      onselfclosingtag: ignore,
      onclosetag: ignore,
      ontext: ignore,
      ontextentity: ignore,
      oncomment: ignore,
      oncdata: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return found
}

/** All texts that a reader sees or hears: the displayed text, then each alt and title. */
export const extractReadableTexts = (html: string): PlainText[] => [extractPlainText(html), ...attributeTexts(html)]
