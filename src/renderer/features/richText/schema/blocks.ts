import { mergeAttributes, Node } from '@tiptap/core'
import { SECTION_TAGS } from '#shared/domain/htmlRules.ts'
import { tagOf } from '../html/elements.ts'
import { BLOCKS } from '../html/prepare.ts'

const SECTIONS = SECTION_TAGS.join(', ')
const holdsText = (element: HTMLElement): boolean => element.querySelector(BLOCKS) === null

/** Marks paragraphs that represent bare text in a cell, a list entry or a section; removed on output. */
export const BARE = 'data-bare'

const tag = (plain: string) => ({
  default: plain,
  rendered: false,
  parseHTML: tagOf,
})

/** A line of text: `p`, a section that holds nothing but text, or (tag '') text without an element of its own. */
export const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  group: 'block',
  content: 'inline*',
  // A paragraph that is pasted into an empty line keeps its own style.
  extendNodeSchema: ({ name }) => (name === 'paragraph' ? { definingForContent: true } : {}),
  addAttributes: () => ({
    tag: { ...tag(''), parseHTML: (element) => (element.hasAttribute(BARE) ? '' : tagOf(element)) },
  }),
  parseHTML: () => [{ tag: 'p' }, { tag: SECTIONS, priority: 60, getAttrs: (element) => holdsText(element) && null }],
  renderHTML: ({ node, HTMLAttributes }) => [
    node.attrs.tag || 'p',
    node.attrs.tag ? HTMLAttributes : mergeAttributes(HTMLAttributes, { [BARE]: '' }),
    0,
  ],
})

/** `div`, `section` and the like around blocks, which WeChat and 秀米 use for layout. */
export const Section = Node.create({
  name: 'section',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ tag: tag('section') }),
  parseHTML: () => [{ tag: SECTIONS, priority: 50 }],
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag, HTMLAttributes, 0],
})
