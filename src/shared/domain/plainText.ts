import { Parser, Tokenizer } from 'htmlparser2'

/** The text of an HTML document, with each character's range in the HTML. */
export interface PlainText {
  text: string
  /** Of each UTF-16 unit of the text, in the HTML; the end is behind it. -1 for the break at the border of a block; that of a br stands at its tag. */
  starts: Int32Array
  ends: Int32Array
}

/** Elements that run along in a line: a word goes on over their borders. All others end it. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
/** Elements whose text nobody reads. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'title', 'head'])
const BREAK = '\n'

/**
 * The text that a reader sees: entities decoded, a line break where a block begins or ends, words whole even if inline
 * tags interrupt them. Comments, scripts and styles are left out.
 */
export function plainTextOf(html: string): PlainText {
  const parts: string[] = []
  // html.length suffices: no entity decodes to more UTF-16 units than it has, and each line break comes from a tag.
  const starts = new Int32Array(html.length)
  const ends = new Int32Array(html.length)
  let [length, unseen] = [0, 0]
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
        if (UNSEEN.has(name)) unseen += 1
        breakLine(name)
      },
      onopentag: (name) => {
        if (name === 'br' && last !== BREAK && length > 0) add(BREAK, parser.startIndex, parser.endIndex + 1)
      },
      onclosetag: (name) => {
        if (UNSEEN.has(name)) unseen -= 1
        breakLine(name)
      },
      ontext: (data) => {
        if (unseen === 0) add(data, parser.startIndex, parser.endIndex + 1)
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return { text: parts.join(''), starts: starts.subarray(0, length), ends: ends.subarray(0, length) }
}

/** Attributes that readers see or hear. */
const READ_ATTRIBUTES = new Set(['alt', 'title'])

/** The text of an attribute while it is read, with the place of each of its characters in the HTML. */
class AttributeText {
  private readonly parts: string[] = []
  private readonly starts: number[] = []
  private readonly ends: number[] = []
  /** Where what comes next begins. */
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
  /** The tokenizer does not tell where it stands: behind what came before, or at the first & after `from`. */
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
  done(): PlainText {
    return {
      text: this.parts.join(''),
      starts: Int32Array.from(this.starts),
      ends: Int32Array.from(this.ends),
    }
  }
}

/** The texts of alt and title, one by one. */
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
        const text = open?.done()
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

/** Everything that a reader sees or hears: the text, then each alt and title. */
export const wordTextsOf = (html: string): PlainText[] => [plainTextOf(html), ...attributeTexts(html)]
