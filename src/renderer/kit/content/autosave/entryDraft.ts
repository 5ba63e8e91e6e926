import { z } from 'zod'
import { attemptName } from '#shared/contract/contentEdit.ts'
import { call } from '#renderer/data/client.ts'
import type { LoadedEntry } from '../form/loadEntry.ts'
import type { EntryTexts } from '../form/values.ts'
import { writersElsewhere } from './writer.ts'

const texts = z.record(z.string(), z.string())
const stored = z.object({
  /** Of the entry that the writing began with; absent for a new one. */
  version: z.number().optional(),
  /** The name that a new one is sent under, so that after a lost answer it is not made twice. */
  attempt: attemptName.min(1).optional(),
  /** What stood in the fields at first, for a comparison with what others saved meanwhile. */
  base: texts,
  values: texts,
})

/** Where a draft lies on this computer: by its form, and by who wrote it. */
export interface DraftPlace {
  key: string
  writer: string
}

/** What was typed into a form and not saved. */
export type EntryDraft = z.output<typeof stored> & { savedAt: string; place: DraftPlace }

/** @param id '' for the beginning of the keys of all forms of the column. */
export const draftKey = (classId: number, id: number | ''): string => `content/${classId}/${id}`

export const draftText = (draft: z.output<typeof stored>): string => JSON.stringify(draft)

/** More forms of one entry than people leave unsaved. */
const MOST = 20

/** Those that can't be asked for are none: they keep no form closed. */
const listDrafts = (key: string) =>
  call('localDrafts.list', { key }).then(
    ({ data }) => data,
    () => [],
  )

/** Is anything kept of the form on this computer, whatever it says? */
export const hasDrafts = async (classId: number, id: number): Promise<boolean> =>
  (await listDrafts(draftKey(classId, id))).length > 0

/**
 * What is kept of the form on this computer, newest first, where it says something else than the entry. What another
 * window is writing just now is its own. A form is not kept closed by drafts that can't be read: there are none, then.
 */
export async function loadDrafts(classId: number, id: number, entry: Promise<LoadedEntry>): Promise<EntryDraft[]> {
  const key = draftKey(classId, id)
  const [listed, elsewhere] = await Promise.all([listDrafts(key), writersElsewhere()])
  const loaded = await entry
  const drafts: EntryDraft[] = []
  for (const { writer, savedAt } of listed.slice(0, MOST)) {
    if (elsewhere.has(writer)) continue
    const kept = await call('localDrafts.get', { key, writer }).catch(() => null)
    const draft = kept?.data && readDraft(kept.data.text)
    if (draft && differs(loaded, draft.values)) drafts.push({ ...draft, savedAt, place: { key, writer } })
  }
  return drafts
}

/** The draft of an entry that is gone, as that of a new one: all of it was typed there. */
export const asNew = ({ values, savedAt, place }: EntryDraft): EntryDraft => ({ values, savedAt, place, base: {} })

const differs = ({ fields, texts: now }: LoadedEntry, values: EntryTexts): boolean =>
  fields.some(({ fieldName }) => fieldName in values && values[fieldName] !== (now[fieldName] ?? ''))

/** A draft as it is kept; null for a text that is none. */
export function readDraft(text: string): z.output<typeof stored> | null {
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    return null
  }
}
