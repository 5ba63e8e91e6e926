import { Node } from '@tiptap/core'
import { safeSource } from '#shared/domain/htmlRules.ts'
import { tagOf } from '../html/elements.ts'
import { numberOf, textOf } from './read.ts'
import { preservedAttributes, ownStyle } from './attributes.ts'

const address = (name: string) => ({
  default: '',
  parseHTML: (element: HTMLElement) => safeSource(element.getAttribute(name) ?? ''),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] ? { [name]: attributes[name] } : {}),
})
const base = { group: 'inline', inline: true, draggable: true, atom: true } as const
const every = () => preservedAttributes((element) => ownStyle(element))

/** Marks pictures that are being uploaded; removed on output. */
export const PENDING = 'data-pending'

/** Marks pasted pictures without alternative text, which the editor asks for; never in the output. */
export const ASKS_ALT = 'data-asks-alt'

/** A picture in the text. */
export const Image = Node.create({
  name: 'image',
  ...base,
  addAttributes: () => ({
    src: address('src'),
    alt: {
      default: '',
      parseHTML: (element) => element.getAttribute('alt') ?? '',
      renderHTML: (attributes) => ({ alt: textOf(attributes, 'alt') }),
    },
    /** Number of the picture's pending upload; 0 for none. */
    pending: {
      default: 0,
      parseHTML: (element) => Number(element.getAttribute(PENDING)) || 0,
      renderHTML: (attributes) => (attributes.pending ? { [PENDING]: numberOf(attributes, 'pending') } : {}),
    },
    /** Whether the editor asks for an alternative text. */
    asks: { default: false, rendered: false, parseHTML: (element) => element.hasAttribute(ASKS_ALT) },
    ...every(),
  }),
  parseHTML: () => [{ tag: 'img' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

/** A video or audio element. */
export const Player = Node.create({
  name: 'player',
  ...base,
  addAttributes: () => ({
    tag: { default: 'video', rendered: false, parseHTML: tagOf },
    src: {
      ...address('src'),
      // Of several <source> elements the first.
      parseHTML: (element) =>
        safeSource(element.getAttribute('src') ?? element.querySelector('source')?.getAttribute('src') ?? ''),
    },
    poster: address('poster'),
    ...every(),
  }),
  parseHTML: () => [{ tag: 'video' }, { tag: 'audio' }],
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag, HTMLAttributes],
})
