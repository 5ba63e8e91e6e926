import sanitize from 'sanitize-html'
import { fontStyle } from '#shared/domain/htmlFont.ts'
import { MAX_HTML_DEPTH } from '#shared/domain/htmlDepth.ts'
import {
  cleanAttributes,
  HTML_REMOVED,
  HTML_REPLACEMENTS,
  HTML_TAGS,
  HTML_VOID,
  MAX_ADDRESS_CHARS,
} from '#shared/domain/htmlRules.ts'
import { AppError } from '#shared/errors/index.ts'

/** Cost of the parts of a text, in about microseconds; a `sign` is a `<`, at which the parser splits text. */
const COSTS = { element: 8, attribute: 4, entity: 2, sign: 1 } as const
type Part = keyof typeof COSTS
/** Maximum cost: about a second, or more than 100,000 elements. */
const MAX_WORK = 1_000_000

/** The cleaning budget of an entry, which all its texts share, because cleaning blocks the server. */
export class HtmlBudget {
  private left = MAX_WORK

  /** The cost so far, to charge another budget. */
  get spent(): number {
    return MAX_WORK - this.left
  }
  /**
   * Charges the cost of a text that was cleaned with a separate budget.
   * @throws the AppError of `spend`
   */
  charge(name: string, work: number): void {
    this.left -= work
    this.requireLeft(name, 'element', 0)
  }

  /** @throws AppError `invalid` that names the field when the budget is exceeded */
  spend(name: string, part: Part, times = 1): void {
    this.left -= COSTS[part] * times
    this.requireLeft(name, part, 0)
  }

  /** @throws AppError `invalid` when this cost would exceed the budget */
  requireLeft(name: string, part: Part, times: number): void {
    if (this.left < COSTS[part] * times)
      throw new AppError('invalid', `${name}过于复杂（元素和符号过多），请分成多篇，或清除多余的表格和格式后保存`)
  }
}

/** Attributes that may be empty; the library's types lack this option. */
const EMPTY = { allowedEmptyAttributes: ['alt', 'download'] }

const OPTIONS: sanitize.IOptions = {
  ...EMPTY,
  allowedTags: [...HTML_TAGS],
  // The transformer below (cleanAttributes) has already filtered the attributes.
  allowedAttributes: false,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  nonTextTags: [...HTML_REMOVED],
  selfClosing: [...HTML_VOID],
  parseStyleAttributes: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  transformTags: {
    '*': (tag, given) => {
      const tagName = HTML_REPLACEMENTS[tag] ?? tag
      // Longer values are neither addresses nor styles, and testing them would take long.
      const short = Object.fromEntries(Object.entries(given).filter(([, { length }]) => length <= MAX_ADDRESS_CHARS))
      return { tagName, attribs: cleanAttributes(tagName, fontStyle(tag, short)) }
    },
  },
}

const ALLOWED = new Set(HTML_TAGS)

function countOccurrences(sign: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1
  return count
}

/**
 * Cleans rich text: only the tags, attributes and styles of htmlRules remain, well formed. Applied to all editor fields
 * that clients send; idempotent.
 * @param name name of the text for people
 * @throws AppError `invalid` for a text that is nested too deep (MAX_HTML_DEPTH) or too expensive
 */
export function sanitizeHtml(html: string, budget = new HtmlBudget(), name = '正文'): string {
  // Decoding or encoding each & costs time.
  budget.requireLeft(name, 'entity', countOccurrences('&', html))
  budget.spend(name, 'sign', countOccurrences('<', html))
  let [depth, hasOthers] = [0, false]
  const once = sanitize(html, {
    ...OPTIONS,
    onOpenTag(tag, attributes) {
      depth += 1
      // Checked while parsing: the parser's cost per element grows with the depth.
      if (depth > MAX_HTML_DEPTH)
        throw new AppError('invalid', `${name}的元素嵌套超过 ${MAX_HTML_DEPTH} 层，请清除多余的表格和格式后保存`)
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
  budget.spend(name, 'entity', countOccurrences('&', clean))
  return clean
}
