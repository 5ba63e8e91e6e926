import sanitize from 'sanitize-html'
import { fontStyle } from '#shared/domain/htmlFont.ts'
import { HTML_DEPTH } from '#shared/domain/htmlDepth.ts'
import {
  cleanAttributes,
  HTML_DROPPED,
  HTML_SAME,
  HTML_TAGS,
  HTML_VOID,
  LONGEST_ADDRESS,
} from '#shared/domain/htmlRules.ts'
import { AppError } from '#shared/errors/index.ts'

/** What the parts of a text cost, in about a microsecond each; a sign is a `<`, at which text is read in pieces. */
const COSTS = { element: 8, attribute: 4, entity: 2, sign: 1 } as const
type Part = keyof typeof COSTS
/** About a second: more than 100,000 elements, which no person reads. */
const MAX_WORK = 1_000_000

/** How much may still be cleaned of one entry: all its texts share it, for the server does nothing else meanwhile. */
export class HtmlBudget {
  private left = MAX_WORK

  /** What was spent so far, to be taken from another budget (`take`). */
  get spent(): number {
    return MAX_WORK - this.left
  }
  /**
   * Counts what a text cost that was cleaned with a budget of its own.
   * @throws AppError as `spend`
   */
  take(name: string, work: number): void {
    this.left -= work
    this.allow(name, 'element', 0)
  }

  /** @throws AppError `invalid` that names the field when it is too much */
  spend(name: string, part: Part, times = 1): void {
    this.left -= COSTS[part] * times
    this.allow(name, part, 0)
  }

  /** @throws AppError `invalid` when so much would be too much */
  allow(name: string, part: Part, times: number): void {
    if (this.left < COSTS[part] * times)
      throw new AppError('invalid', `${name}太复杂（元素和符号过多），请分成几篇，或清除多余的表格和格式后再保存`)
  }
}

/** Attributes that say something without a value; the library's types don't know the option. */
const EMPTY = { allowedEmptyAttributes: ['alt', 'download'] }

const OPTIONS: sanitize.IOptions = {
  ...EMPTY,
  allowedTags: [...HTML_TAGS],
  // The transformer below (cleanAttributes) has already filtered the attributes.
  allowedAttributes: false,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  nonTextTags: [...HTML_DROPPED],
  selfClosing: [...HTML_VOID],
  parseStyleAttributes: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  transformTags: {
    '*': (tag, given) => {
      const tagName = HTML_SAME[tag] ?? tag
      // Longer values are neither addresses nor styles, and testing them would take long.
      const short = Object.fromEntries(Object.entries(given).filter(([, { length }]) => length <= LONGEST_ADDRESS))
      return { tagName, attribs: cleanAttributes(tagName, fontStyle(tag, short)) }
    },
  },
}

const ALLOWED = new Set(HTML_TAGS)

function times(sign: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1
  return count
}

/**
 * Rich text as it may be kept and shown: the tags, attributes and styles of htmlRules alone, well formed. Runs on
 * everything that a client sends for an editor field; doing it again changes nothing.
 * @param name what the text is called for people.
 * @throws AppError `invalid` for a text that is too deep (HTML_DEPTH), or would keep the server busy.
 */
export function sanitizeHtml(html: string, budget = new HtmlBudget(), name = '正文'): string {
  // Each & is decoded or becomes an entity, which costs time.
  budget.allow(name, 'entity', times('&', html))
  budget.spend(name, 'sign', times('<', html))
  let [depth, hasOthers] = [0, false]
  const once = sanitize(html, {
    ...OPTIONS,
    onOpenTag(tag, attributes) {
      depth += 1
      // Checked while parsing: the parser's cost per element grows with the depth.
      if (depth > HTML_DEPTH)
        throw new AppError('invalid', `${name}的元素嵌套超过 ${HTML_DEPTH} 层，请清除多余的表格和格式后再保存`)
      budget.spend(name, 'element')
      budget.spend(name, 'attribute', Object.keys(attributes).length)
      hasOthers ||= !ALLOWED.has(tag)
    },
    onCloseTag() {
      depth -= 1
    },
  })
  // Removed or renamed elements changed which other elements are nested, so the result is cleaned once more.
  const clean = hasOthers ? sanitize(once, OPTIONS) : once
  budget.spend(name, 'entity', times('&', clean))
  return clean
}
