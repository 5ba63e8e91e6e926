import { Tokenizer } from 'htmlparser2'
import { escapeHtml } from '../safeHtml.ts'
import { applyEdits, type Edit, type RewriteAddress } from './edits.ts'
import { rewriteCss } from './css.ts'
import { rewriteHtml } from './html.ts'

const ADDRESS_ATTRIBUTES = new Set(['href', 'src', 'url', 'xlink:href', 'xml:base', 'domain'])
const isAddress = (text: string): boolean => /^(?:\/(?!\/)|https?:\/\/)\S*$/i.test(text)

/** Feeds, site maps and drawings with other addresses: in attributes, in texts that are one address, and in HTML that a text or CDATA holds. */
export function rewriteXml(xml: string, rewrite: RewriteAddress): string {
  const edits: Edit[] = []
  let attribute = { name: '', end: 0, value: '' }
  let text: { start: number; end: number; value: string } | null = null
  const addText = (start: number, end: number, value: string): void => {
    text = text ? { start: text.start, end, value: text.value + value } : { start, end, value }
  }
  const endText = (): void => {
    if (text !== null) rewriteTextNode(text, rewrite, edits)
    text = null
  }
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      onopentagname: endText,
      onattribname(start, end) {
        attribute = { name: xml.slice(start, end).toLowerCase(), end, value: '' }
      },
      onattribdata(start, end) {
        attribute.value += xml.slice(start, end)
      },
      onattribentity(codepoint) {
        attribute.value += String.fromCodePoint(codepoint)
      },
      onattribend(_quote, end) {
        const before = /^\s*=\s*["']/.exec(xml.slice(attribute.end, Math.min(end, attribute.end + 200)))
        const next = before && attributeValue(attribute.name, attribute.value, rewrite)
        if (before && next !== null)
          edits.push({ start: attribute.end + before[0].length, end: end - 1, text: escapeHtml(next) })
      },
      ontext: (start, end) => addText(start, end, xml.slice(start, end)),
      ontextentity(codepoint, end) {
        const start = xml.lastIndexOf('&', end - 1)
        addText(start, end, String.fromCodePoint(codepoint))
      },
      onclosetag: endText,
      oncdata(start, end, endOffset) {
        const inside = { start, end: end - endOffset }
        const value = xml.slice(inside.start, inside.end)
        const next = rewriteValue(value, rewrite)
        if (next !== value && !next.includes(']]>')) edits.push({ ...inside, text: next })
      },
      onopentagend: () => undefined,
      onselfclosingtag: () => undefined,
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onend: endText,
      onprocessinginstruction: () => undefined,
    },
  )
  tokenizer.write(xml)
  tokenizer.end()
  return applyEdits(xml, edits)
}

function attributeValue(name: string, value: string, rewrite: RewriteAddress): string | null {
  if (name === 'style') return rewriteCss(value, rewrite)
  return ADDRESS_ATTRIBUTES.has(name) ? rewrite(value.trim()) : null
}

function rewriteTextNode(
  { start, end, value }: { start: number; end: number; value: string },
  rewrite: RewriteAddress,
  edits: Edit[],
): void {
  const next = rewriteValue(value, rewrite)
  if (next !== value) edits.push({ start, end, text: escapeHtml(next) })
}

function rewriteValue(value: string, rewrite: RewriteAddress): string {
  const bare = value.trim()
  if (isAddress(bare)) return rewrite(bare) ?? value
  if (/<[a-z][^>]*=/i.test(value)) return rewriteHtml(value, rewrite)
  return /url\(|@import/i.test(value) ? rewriteCss(value, rewrite) : value
}
