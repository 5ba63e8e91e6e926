import { z } from 'zod'
import { call } from '#renderer/data/client.ts'
import type { LoadedEntry } from '../form/loadEntry.ts'
import type { EntryTexts } from '../form/values.ts'

const texts = z.record(z.string(), z.string())
const stored = z.object({
  /** Of the entry that the writing began with; absent for a new one. */
  version: z.number().optional(),
  /** What stood in the fields at first, for a comparison with what others saved meanwhile. */
  base: texts,
  values: texts,
})

/** What was typed into a form and not saved. */
export type EntryDraft = z.output<typeof stored> & { savedAt: string }

export const draftKey = (classId: number, id: number): string => `content/${classId}/${id}`

export const draftText = (draft: z.output<typeof stored>): string => JSON.stringify(draft)

/** What is kept of the form on this computer, when it says something else than the entry; null otherwise. */
export async function loadDraft(loaded: LoadedEntry): Promise<EntryDraft | null> {
  const key = draftKey(loaded.classId, loaded.id)
  // A form is not kept closed by a file that can't be read.
  const kept = await call('localDrafts.get', { key }).catch(() => null)
  const draft = kept?.data && parse(kept.data.text)
  if (!kept?.data || !draft || !differs(loaded, draft.values)) return null
  return { ...draft, savedAt: kept.data.savedAt }
}

const differs = ({ fields, texts: now }: LoadedEntry, values: EntryTexts): boolean =>
  fields.some(({ fieldName }) => fieldName in values && values[fieldName] !== (now[fieldName] ?? ''))

function parse(text: string): z.output<typeof stored> | null {
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    return null
  }
}
