import { Extension } from '@tiptap/core'
import { DOMSerializer, type Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

/** A code block as its schema draws it, but without spell checking; what is saved does not say so. */
function codeBlock(node: Node): { dom: HTMLElement; contentDOM: HTMLElement | undefined } {
  const spec = node.type.spec.toDOM?.(node) ?? ['pre', ['code', 0]]
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, spec)
  dom.setAttribute('spellcheck', 'false')
  return { dom, contentDOM }
}

/** Spell checking is for text: in a code block every second word would be underlined. */
export const UncheckedCode = Extension.create({
  name: 'uncheckedCode',
  addProseMirrorPlugins: () => [new Plugin({ props: { nodeViews: { codeBlock } } })],
})
