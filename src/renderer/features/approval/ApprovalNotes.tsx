import { type RefObject, useMemo, useState } from 'react'
import type { ApprovalDetail } from '#shared/contract/approval.ts'
import type { ContentNote } from '#shared/contract/note.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { anchorOfSelection, showInElement } from '#renderer/features/notes/elementAnchor.ts'
import type { NoteDraft } from '#renderer/features/notes/anchor.ts'
import { AddNoteButton, NotesPanel } from '#renderer/features/notes/NotesPanel.tsx'
import { useNotes } from '#renderer/features/notes/useNotes.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'

/** Attribute with the field's name on the element that shows its text. */
export const FIELD_ATTRIBUTE = 'data-noted-field'

interface Props {
  detail: ApprovalDetail
  /** The element around those that show the fields. */
  texts: RefObject<HTMLElement | null>
}

/** The notes of an entry beside the submitted fields; a new note is about words selected there. */
export function ApprovalNotes({ detail: { dataId, fields, entry }, texts }: Props) {
  const toast = useToast()
  const notes = useNotes(entry === 'gone' ? 0 : dataId)
  const [draft, setDraft] = useState<NoteDraft | null>(null)
  const titles = useMemo(() => new Map(fields.map((field) => [field.fieldName, fieldTitle(field)])), [fields])
  if (entry === 'gone') return null
  const findFieldElements = (): Element[] => [...(texts.current?.querySelectorAll(`[${FIELD_ATTRIBUTE}]`) ?? [])]
  const add = (): void => {
    for (const element of findFieldElements()) {
      const anchor = anchorOfSelection(element)
      if (anchor) return setDraft({ fieldName: element.getAttribute(FIELD_ATTRIBUTE) ?? '', ...anchor })
    }
    toast.info('请先选中要批注的文字')
  }
  const show = (note: ContentNote): void => {
    const element = findFieldElements().find((each) => each.getAttribute(FIELD_ATTRIBUTE) === note.fieldName)
    if (!element || !showInElement(element, note)) toast.info('批注所指的文字已被修改或删除')
  }
  return (
    <NotesPanel
      {...{ notes, titles, draft }}
      contentId={dataId}
      onDraftDone={() => setDraft(null)}
      onShow={show}
      actions={<AddNoteButton onAdd={add} />}
    />
  )
}
