import { Tokenizer } from 'htmlparser2'
import { type Edit, applyEdits, type RewriteAddress } from './edits.ts'
import { rewriteCss } from './css.ts'
import { rewriteJson } from './json.ts'
import { rewriteScript } from './script.ts'

/** Attributes whose value is one address. */
const ADDRESS = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'background',
  'cite',
  'longdesc',
  'manifest',
  'xlink:href',
])
/** Attributes whose value is a list of addresses, each with a width or a density. */
const ADDRESS_LIST = new Set(['srcset', 'imagesrcset'])
const REFRESH = /^(\s*\d+(?:\.\d*)?\s*[;,]\s*url\s*=\s*['"]?)([^'"]*)(['"]?\s*)$/i
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$|^(?:importmap|speculationrules)$/i

/** An attribute of the tag that is being read: its decoded value and where the raw value stands in the text. */
interface Attribute {
  name: string
  value: string
  start: number
  end: number
  isQuoted: boolean
}

interface Reader {
  tag: string
  tagStart: number
  attributes: Attribute[]
  name: string
  nameEnd: number
  value: string
  /** Where an element begins that is removed, until its end tag is found. */
  removeFrom: number | null
}

/** What a page's text may lose: a script element by its `src`. */
export type IsRemoved = (scriptSrc: string) => boolean

/**
 * The page with other addresses: in attributes (also `srcset`, `style`, `data-*`, `content` and a refresh), `<style>`, JSON and scripts.
 * Everything else stays byte by byte.
 * @param rewrite answers the new address, or null to keep the one that is there
 */
export function rewriteHtml(html: string, rewrite: RewriteAddress, isRemoved: IsRemoved = () => false): string {
  const edits: Edit[] = []
  const reader: Reader = { tag: '', tagStart: 0, attributes: [], name: '', nameEnd: 0, value: '', removeFrom: null }
  const endTag = (end: number): void => {
    for (const attribute of reader.attributes) rewriteAttribute(html, reader, attribute, rewrite, edits)
    const src = reader.tag === 'script' ? reader.attributes.find(({ name }) => name === 'src')?.value : undefined
    if (src !== undefined && isRemoved(src)) reader.removeFrom = reader.tagStart
    if (html[end - 1] === '/') reader.tag = ''
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        Object.assign(reader, { tag: html.slice(start, end).toLowerCase(), tagStart: start - 1, attributes: [] })
      },
      onattribname(start, end) {
        Object.assign(reader, { name: html.slice(start, end).toLowerCase(), nameEnd: end, value: '' })
      },
      onattribdata(start, end) {
        reader.value += html.slice(start, end)
      },
      onattribentity(codepoint) {
        reader.value += String.fromCodePoint(codepoint)
      },
      onattribend(_quote, end) {
        const { name, nameEnd, value } = reader
        const before = /^\s*=\s*(["']?)/.exec(html.slice(nameEnd, Math.min(end, nameEnd + 200)))
        if (before === null) return
        const start = nameEnd + before[0].length
        const isQuoted = before[1] !== ''
        // The end of a quoted value is after its quote.
        reader.attributes.push({ name, value, start, end: isQuoted ? end - 1 : end, isQuoted })
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      ontext(start, end) {
        const text = rawText(reader, html.slice(start, end), rewrite)
        if (text !== null) edits.push({ start, end, text })
      },
      onclosetag(_start, end) {
        if (reader.tag === 'script' && reader.removeFrom !== null) {
          const from = reader.removeFrom
          const to = html.indexOf('>', end) + 1
          edits.push({ start: from, end: to === 0 ? html.length : to, text: '' })
          reader.removeFrom = null
        }
        reader.tag = ''
      },
      oncdata: () => undefined,
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onend: () => undefined,
      onprocessinginstruction: () => undefined,
      ontextentity: () => undefined,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return applyEdits(html, edits)
}

/** The new text inside `<style>` or `<script>`; null: it stays. */
function rawText({ tag, attributes }: Reader, text: string, rewrite: RewriteAddress): string | null {
  if (tag === 'style') return rewriteCss(text, rewrite)
  if (tag !== 'script') return null
  const type = attributes.find(({ name }) => name === 'type')?.value ?? ''
  return JSON_TYPE.test(type.trim())
    ? rewriteJson(text, rewrite, (html) => rewriteHtml(html, rewrite))
    : rewriteScript(text, rewrite)
}

function rewriteAttribute(
  html: string,
  { tag, attributes }: Reader,
  { name, value, start, end, isQuoted }: Attribute,
  rewrite: RewriteAddress,
  edits: Edit[],
): void {
  const next = attributeValue(tag, name, value, attributes, rewrite)
  if (next === null || next === value) return
  const quote = isQuoted ? html[start - 1] : '"'
  const escaped = next
    .replaceAll('&', '&amp;')
    .replaceAll(quote === "'" ? "'" : '"', quote === "'" ? '&#39;' : '&quot;')
  edits.push({ start, end, text: isQuoted ? escaped : `"${escaped}"` })
}

function attributeValue(
  tag: string,
  name: string,
  value: string,
  attributes: readonly Attribute[],
  rewrite: RewriteAddress,
): string | null {
  if (ADDRESS_LIST.has(name)) return rewriteList(value, rewrite)
  if (name === 'style') return rewriteCss(value, rewrite)
  if (name === 'content' && tag === 'meta') return metaContent(value, attributes, rewrite)
  if (ADDRESS.has(name) && !(name === 'data' && tag !== 'object')) return rewrite(value.trim())
  // Scripts of templates read these; only what is clearly an address of the site is one.
  if (name.startsWith('data-') && /^(?:\/(?!\/)\S*|https?:\/\/\S+)$/i.test(value)) return rewrite(value)
  return null
}

function metaContent(value: string, attributes: readonly Attribute[], rewrite: RewriteAddress): string | null {
  const isRefresh = attributes.some((each) => each.name === 'http-equiv' && /^refresh$/i.test(each.value.trim()))
  if (!isRefresh) return /^(?:\/(?!\/)\S*|https?:\/\/\S+)$/i.test(value.trim()) ? rewrite(value.trim()) : null
  const refresh = REFRESH.exec(value)
  const next = refresh && rewrite(refresh[2] ?? '')
  return refresh && next !== null ? `${refresh[1]}${next}${refresh[3]}` : null
}

/** An address of a srcset ends at white space; a comma that ends it belongs to the list. */
const rewriteList = (list: string, rewrite: RewriteAddress): string =>
  list.replace(
    /(^|,|\s)(\s*)([^\s,]\S*?)(,?)(?=\s|$)/g,
    (whole, separator: string, space: string, address: string, comma: string) =>
      /^[\d.]+[wxh]$/.test(address) ? whole : `${separator}${space}${rewrite(address) ?? address}${comma}`,
  )
