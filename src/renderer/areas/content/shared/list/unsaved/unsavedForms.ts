import { useEffect, useState } from 'react'
import { entryTitle } from '#shared/domain/entry.ts'
import { call } from '#renderer/data/client.ts'
import { draftKey, parseDraft } from '#renderer/areas/content/shared/entry/form/entryDraft.ts'
import { onDraftRemoved } from '#renderer/features/drafts/removed.ts'
import { findOpenWriters } from '#renderer/features/drafts/writer.ts'
import type { ListColumn } from '../listColumn.ts'

/** A closed form of the column with unsaved changes. */
export interface UnsavedForm {
  /** 0: a new entry. */
  id: number
  key: string
  /** Writers of its drafts, newest first. */
  writers: readonly string[]
  /** Time of the newest draft. */
  savedAt: string
}

async function findUnsavedForms(classId: number): Promise<UnsavedForm[]> {
  const prefix = draftKey(classId, '')
  const [{ data }, otherWriters] = await Promise.all([call('localDrafts.find', { prefix }), findOpenWriters()])
  const waiting = data.filter(({ writer }) => !otherWriters.has(writer))
  return [...Map.groupBy(waiting, ({ key }) => key)].flatMap(([key, drafts]) => {
    const id = Number(key.slice(prefix.length))
    const [newest] = drafts
    return newest && Number.isSafeInteger(id)
      ? [{ id, key, writers: drafts.map(({ writer }) => writer), savedAt: newest.savedAt }]
      : []
  })
}

/** Unsaved forms of the column, reloaded whenever a dialog over the list closes. Errors count as no forms. */
export function useUnsavedForms(classId: number, isBusy: boolean): readonly UnsavedForm[] {
  const [forms, setForms] = useState<readonly UnsavedForm[]>([])
  useEffect(() => {
    if (isBusy) return
    let isActive = true
    const reload = (): void => {
      findUnsavedForms(classId).then(
        (found) => isActive && setForms(found),
        () => undefined,
      )
    }
    reload()
    const stop = onDraftRemoved(reload)
    return () => {
      isActive = false
      stop()
    }
  }, [classId, isBusy])
  return forms
}

/** The title in the newest draft of a form; '' if the draft has no title. */
export async function loadFormTitle({ menuField }: Pick<ListColumn, 'menuField'>, form: UnsavedForm): Promise<string> {
  const { data } = await call('localDrafts.get', { key: form.key, writer: form.writers[0] ?? '' })
  const draft = data && parseDraft(data.text)
  const title = draft ? entryTitle(draft.values, 0, menuField) : ''
  return title === entryTitle({}, 0) ? '' : title
}
