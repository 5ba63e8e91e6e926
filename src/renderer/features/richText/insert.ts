import type { Editor, JSONContent } from '@tiptap/core'
import { safeLink } from '#shared/domain/htmlRules.ts'
import { withStyle } from '#shared/domain/htmlStyle.ts'
import { htmlOf, htmlOrNull, textOf } from './schema/read.ts'

/** Keeps media within the width of the page. */
const FITS = 'max-width: 100%'

export const imageNode = (src: string, alt = '', pending = 0): JSONContent => ({
  type: 'image',
  attrs: { src, alt, pending, asks: pending > 0 && alt === '', style: FITS },
})

/** Inserts pictures at the cursor; several get a centred line each. */
export function insertImages(editor: Editor, images: readonly { src: string; alt: string }[]): void {
  const nodes = images.map(({ src, alt }) => imageNode(src, alt))
  const lines = nodes.map((node) => ({
    type: 'paragraph',
    attrs: { tag: 'p', style: 'text-align: center' },
    content: [node],
  }))
  editor
    .chain()
    .focus()
    .insertContent(nodes.length === 1 ? nodes : lines)
    .run()
}

export function insertVideos(editor: Editor, sources: readonly string[]): void {
  const content = sources.map((src) => ({
    type: 'player',
    attrs: { tag: 'video', src, style: FITS, html: { controls: '' } },
  }))
  editor.chain().focus().insertContent(content).run()
}

interface LinkValues {
  href: string
  /** The text of a new link when nothing is selected. */
  text: string
  blank: boolean
}

/** The link at the cursor, for the link dialog. */
export function linkValues(editor: Editor): LinkValues {
  const link = editor.getAttributes('link')
  const href = textOf(link, 'href')
  return { href, text: '', blank: href === '' || htmlOf(link).target === '_blank' }
}

/** Links the selection, or changes the link at the cursor; an empty address removes it. */
export function setLink(editor: Editor, { href, text, blank }: LinkValues): void {
  const address = safeLink(href)
  const chain = editor.chain().focus().extendMarkRange('link')
  if (!address) return void chain.unsetMark('link').run()
  const { target: _target, ...others } = htmlOf(editor.getAttributes('link'))
  const html = { ...others, ...(blank ? { target: '_blank' } : {}) }
  const attrs = { href: address, html: htmlOrNull(html) }
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain.insertContent({ type: 'text', text: text || address, marks: [{ type: 'link', attrs }] }).run()
  else chain.setMark('link', attrs).run()
}

export const withWidth = (style: string, width: string): string =>
  withStyle(style, { width, height: width ? 'auto' : '' })
