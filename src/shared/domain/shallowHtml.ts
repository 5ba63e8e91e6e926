import { Tokenizer } from 'htmlparser2'
import { OpenElements, VOID_ELEMENTS } from './openElements.ts'

const ignore = (): void => undefined

/** From where to where tags stand whose elements are deeper than `most`, in their order. */
function deepTags(html: string, most: number): [number, number][] {
  const open = new OpenElements()
  const deep: [number, number][] = []
  let hidden = -1
  const endOfTag = (end: number): void => {
    if (hidden >= 0) deep.push([hidden, end + 1])
    hidden = -1
  }
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onopentagname(start, end) {
        const name = html.slice(start, end).toLowerCase()
        if (!VOID_ELEMENTS.has(name)) open.push(name)
        hidden = open.depth > most && !VOID_ELEMENTS.has(name) ? start - 1 : -1
      },
      onopentagend: endOfTag,
      onselfclosingtag: endOfTag,
      onclosetag(start, end) {
        if (open.end(html.slice(start, end).toLowerCase()) <= most) return
        const close = html.indexOf('>', end)
        deep.push([start - 2, close < 0 ? html.length : close + 1])
      },
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
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
  return deep
}

/**
 * HTML in which no element is deeper than `most`: deeper ones lose their tags and keep their text. Browsers take the
 * square of the depth to read a page, which are minutes for megabytes of nested tables. Other pages stay as they are.
 */
export function shallowHtml(html: string, most: number): string {
  const deep = deepTags(html, most)
  if (deep.length === 0) return html
  const parts: string[] = []
  let at = 0
  for (const [from, end] of deep) {
    parts.push(html.slice(at, from))
    at = end
  }
  return [...parts, html.slice(at)].join('')
}
