import { Mark } from '@tiptap/core'
import { safeLink } from '#shared/domain/htmlRules.ts'
import { parseStyle, styleText } from '#shared/domain/htmlStyle.ts'
import { tagOf } from '../html/elements.ts'
import { kept, ownStyle } from './attributes.ts'

/** A mark that is an element alone. */
const plain = (name: string, tag: string, excludes = ''): Mark =>
  Mark.create({
    name,
    excludes: [name, excludes].filter(Boolean).join(' '),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const INLINE = new Set(['span', 'a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'small', 'mark', 'code'])

/** A span's style with those of the spans around it: one text has one mark of it. */
function spanStyle(element: HTMLElement): string {
  const around: string[] = []
  for (let each: HTMLElement | null = element; each && INLINE.has(tagOf(each)); each = each.parentElement)
    if (tagOf(each) === 'span') around.unshift(ownStyle(each))
  return around.length === 1 ? (around[0] ?? '') : styleText(parseStyle(around.join('; ')))
}

/** Font, size, colours and everything else that a `span` says about text. */
export const InlineStyle = Mark.create({
  name: 'inlineStyle',
  priority: 101,
  addAttributes: () => kept(spanStyle),
  parseHTML: () => [{ tag: 'span', getAttrs: (element) => (ownStyle(element) || element.className ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})

/** A link, or a place that links lead to (`name`). */
export const Link = Mark.create({
  name: 'link',
  priority: 1000,
  keepOnSplit: false,
  inclusive: false,
  addAttributes: () => ({
    href: {
      default: null,
      parseHTML: (element) => safeLink(element.getAttribute('href') ?? '') || null,
    },
    ...kept(),
  }),
  parseHTML: () => [{ tag: 'a[href], a[name]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
})

export const MARKS = [
  Link,
  InlineStyle,
  plain('subscript', 'sub', 'superscript'),
  plain('superscript', 'sup', 'subscript'),
  plain('code', 'code'),
  plain('small', 'small'),
  plain('mark', 'mark'),
]
