import { Extension } from '@tiptap/core'
import { DOMSerializer, type Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

/** Renders a code block as its schema does, but without spell checking; the saved HTML has no such attribute. */
function codeBlock(node: Node): { dom: HTMLElement; contentDOM: HTMLElement | undefined } {
  const spec = node.type.spec.toDOM?.(node) ?? ['pre', ['code', 0]]
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, spec)
  dom.setAttribute('spellcheck', 'false')
  return { dom, contentDOM }
}

/** Turns off spell checking in code blocks, where it would underline most words. */
export const UncheckedCode = Extension.create({
  name: 'uncheckedCode',
  addProseMirrorPlugins: () => [new Plugin({ props: { nodeViews: { codeBlock } } })],
})
