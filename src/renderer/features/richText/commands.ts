import type { Editor } from '@tiptap/core'
import type { Mark } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { withStyle } from '#shared/domain/htmlStyle.ts'
import { WORD_MARKS } from './schema/marks.ts'
import { htmlOf, htmlOrNull, textOf } from './schema/read.ts'

type Changes = Readonly<Record<string, string>>

/** The lines of text that the selection touches, with their positions. */
function selectedLines({ doc, selection }: EditorState): { at: number; style: string }[] {
  const found: { at: number; style: string }[] = []
  for (const { $from, $to } of selection.ranges)
    doc.nodesBetween($from.pos, $to.pos, (node, at) => {
      if (node.isTextblock && !node.type.spec.code) found.push({ at, style: textOf(node.attrs, 'style') })
      return !node.isTextblock
    })
  return found
}

/** Sets styles of the selected lines; an empty value removes one. */
export function setLineStyle(editor: Editor, changes: Changes): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      for (const { at, style } of selectedLines(state))
        tr.setNodeAttribute(at, 'style', withStyle(style, changes) || null)
      return true
    })
    .run()
}

/** The style attribute of the line at the cursor; '' for none. */
export const lineStyle = (state: EditorState): string => selectedLines(state)[0]?.style ?? ''

/** A mark without those of its styles that `changes` sets: they would hide the new ones. */
function withoutStyles(mark: Mark, changes: Changes): Mark {
  const before = textOf(mark.attrs, 'style')
  const style = withStyle(before, Object.fromEntries(Object.keys(changes).map((name) => [name, ''])))
  return style === before ? mark : mark.type.create({ ...mark.attrs, style: style || null })
}

function applyTextStyle(tr: Transaction, state: EditorState, changes: Changes): void {
  const mark = state.schema.marks.inlineStyle
  if (!mark) return
  const { selection, storedMarks } = state
  if (selection.empty) {
    const before = mark.isInSet(storedMarks ?? selection.$from.marks())
    const style = withStyle(before ? textOf(before.attrs, 'style') : '', changes)
    if (before) tr.removeStoredMark(before)
    if (style || (before && htmlOrNull(htmlOf(before.attrs))))
      tr.addStoredMark(mark.create({ html: before ? htmlOrNull(htmlOf(before.attrs)) : null, style: style || null }))
    return
  }
  for (const { $from, $to } of selection.ranges)
    state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
      if (!node.isText) return true
      const [from, to] = [Math.max(at, $from.pos), Math.min(at + node.nodeSize, $to.pos)]
      const before = mark.isInSet(node.marks)
      const style = withStyle(before ? textOf(before.attrs, 'style') : '', changes)
      for (const each of node.marks) {
        const other = WORD_MARKS.includes(each.type.name) ? withoutStyles(each, changes) : each
        if (other !== each) tr.removeMark(from, to, each).addMark(from, to, other)
      }
      if (before) tr.removeMark(from, to, before)
      if (style || (before && htmlOrNull(htmlOf(before.attrs))))
        tr.addMark(
          from,
          to,
          mark.create({ html: before ? htmlOrNull(htmlOf(before.attrs)) : null, style: style || null }),
        )
      return false
    })
}

/** Sets styles of the selected text, or of the text typed next; an empty value removes one. */
export function setTextStyle(editor: Editor, changes: Changes): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      applyTextStyle(tr, state, changes)
      return true
    })
    .run()
}

/** Styles of the text at the cursor, as one style attribute. */
export function textStyle(state: EditorState): string {
  const mark = state.schema.marks.inlineStyle
  const { $from, empty } = state.selection
  const marks = state.storedMarks ?? (empty ? $from.marks() : ($from.nodeAfter?.marks ?? $from.marks()))
  const found = mark?.isInSet(marks)
  return found ? textOf(found.attrs, 'style') : ''
}

/** Clears formatting: no marks but links, no styles, no headings. */
export function clearFormat(editor: Editor): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const { marks, nodes } = state.schema
      for (const { $from, $to } of state.selection.ranges) {
        for (const mark of Object.values(marks)) if (mark !== marks.link) tr.removeMark($from.pos, $to.pos, mark)
        state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
          if (node.type === nodes.heading && nodes.paragraph) tr.setNodeMarkup(at, nodes.paragraph, { tag: 'p' })
          else if (node.isTextblock && !node.type.spec.code)
            tr.setNodeMarkup(at, null, { ...node.attrs, style: null, html: null })
          return !node.isTextblock
        })
      }
      tr.setStoredMarks([])
      return true
    })
    .run()
}

/** Indents or outdents: list entries by a level, other lines by two characters. */
export function indent(editor: Editor, by: 1 | -1): void {
  const list = editor.isActive('listItem')
  if (list) {
    const chain = editor.chain().focus()
    ;(by > 0 ? chain.sinkListItem('listItem') : chain.liftListItem('listItem')).run()
    return
  }
  const [, ems = '0'] = /(?:^|; )padding-left: ([\d.]+)em/.exec(lineStyle(editor.state)) ?? []
  const next = Math.min(40, Math.max(0, Number(ems) + 2 * by))
  setLineStyle(editor, { 'padding-left': next ? `${next}em` : '' })
}
