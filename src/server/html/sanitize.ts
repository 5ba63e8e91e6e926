import sanitize from 'sanitize-html'
import { cleanAttributes, HTML_DEPTH, HTML_DROPPED, HTML_SAME, HTML_TAGS, HTML_VOID } from '#shared/domain/htmlRules.ts'
import { fontStyle } from '#shared/domain/htmlFont.ts'
import { shallowTokenizer } from './shallow.ts'

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...HTML_TAGS],
  // The transformer has decided: whatever it leaves is written out.
  allowedAttributes: false,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  nonTextTags: [...HTML_DROPPED],
  selfClosing: [...HTML_VOID],
  parser: { Tokenizer: shallowTokenizer(HTML_DEPTH) },
  parseStyleAttributes: false,
  transformTags: {
    '*': (tag, given) => {
      const tagName = HTML_SAME[tag] ?? tag
      return { tagName, attribs: cleanAttributes(tagName, fontStyle(tag, given)) }
    },
  },
}

/**
 * Rich text as it may be kept and shown: the tags, attributes and styles of htmlRules alone, well formed. Runs on
 * everything that a client sends for an editor field; doing it again changes nothing.
 */
export function sanitizeHtml(html: string): string {
  const clean = sanitize(html, OPTIONS)
  // The parser does not end a paragraph at center, but does at the div that becomes of it.
  return /<center/i.test(html) ? sanitize(clean, OPTIONS) : clean
}
