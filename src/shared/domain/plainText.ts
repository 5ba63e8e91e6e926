import { Parser } from 'htmlparser2'

/** The text of an HTML document, and from where to where in the HTML each of its characters stands. */
export interface PlainText {
  text: string
  /** Of each UTF-16 unit of the text, in the HTML; the end is behind it. -1 for a break that stands nowhere. */
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
 * What a reader sees of HTML, with entities decoded and a line break where a block begins or ends. Words that inline
 * tags interrupt are whole in it. Comments, scripts and styles are left out.
 */
export function plainTextOf(html: string): PlainText {
  const parts: string[] = []
  // An entity never decodes to more units than it is written with; breaks come with a tag each.
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
    if (!INLINE.has(name) && last !== BREAK && length > 0 && length < html.length) add(BREAK, -1, -1)
  }
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (UNSEEN.has(name)) unseen += 1
        breakLine(name)
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
