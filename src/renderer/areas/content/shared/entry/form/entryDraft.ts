import { z } from 'zod'
import { attemptName } from '#shared/contract/contentEdit.ts'
import { call } from '#renderer/data/client.ts'
import type { LoadedEntry } from './loadEntry.ts'
import type { EntryTexts } from '#renderer/features/entry/values.ts'
import type { DraftKey } from '#renderer/features/drafts/autosave.ts'
import { handedOver } from '#renderer/features/drafts/browserDrafts.ts'
import { tellRemoved } from '#renderer/features/drafts/removed.ts'
import { writersElsewhere } from '#renderer/features/drafts/writer.ts'

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

/** What was typed into a form and not saved. */
export type EntryDraft = z.output<typeof stored> & { savedAt: string; place: DraftKey }

/** @param id '' for the beginning of the keys of all forms of the column. */
export const draftKey = (classId: number, id: number | ''): string => `content/${classId}/${id}`

/** Under this name what is typed into a form goes along into another window. @param id the form's own */
export const transferKey = (classId: number, id: number): string => `entry ${classId}/${id}`

/** What is typed so far, what it began with and at which version, and where it belongs. */
export interface Snapshot {
  classId: number
  id: number
  values: EntryTexts
  base: EntryTexts
  version: number | undefined
  /** The name that a new entry is sent under. */
  attempt: string | undefined
}

/** What is kept of a form; null when nothing in it differs from what it began with. */
export function draftText({ values, base, version, attempt }: Snapshot): string | null {
  if (!Object.keys(values).some((name) => values[name] !== (base[name] ?? ''))) return null
  const draft: z.output<typeof stored> = {
    values,
    base,
    ...(version !== undefined && { version }),
    ...(attempt && { attempt }),
  }
  return JSON.stringify(draft)
}

/** More forms of one entry than people leave unsaved. */
const MOST = 20

/** Those that can't be asked for are none: they keep no form closed. */
const listDrafts = (key: string): Promise<DraftKey[]> =>
  call('localDrafts.list', { key }).then(
    ({ data }) => data.map(({ writer }) => ({ key, writer })),
    () => [],
  )
const findDrafts = (prefix: string): Promise<DraftKey[]> =>
  call('localDrafts.find', { prefix }).then(
    ({ data }) => data,
    () => [],
  )

/** Is anything kept of the form on this computer, whatever it says? */
export const hasDrafts = async (classId: number, id: number): Promise<boolean> =>
  (await listDrafts(draftKey(classId, id))).length > 0

/**
 * Whose drafts a form offers: its own, or, in a column that has one entry and no list that would lead to others, all of
 * the column. Those were typed into a new form, which may have been saved without an answer, or into an entry that is gone.
 */
export type DraftsOf = 'form' | 'column'

/**
 * What is kept of the form on this computer, newest first, where it says something else than the entry; what says the
 * same was saved, and goes. What another window is writing just now is its own. A form is not kept closed by drafts that
 * can't be read: there are none, then.
 */
export async function loadDrafts(
  classId: number,
  id: number,
  entry: Promise<LoadedEntry>,
  whose: DraftsOf = 'form',
): Promise<EntryDraft[]> {
  const own = draftKey(classId, id)
  await handedOver()
  const [listed, elsewhere] = await Promise.all([
    whose === 'form' ? listDrafts(own) : findDrafts(draftKey(classId, '')),
    writersElsewhere(),
  ])
  const loaded = await entry
  const drafts: EntryDraft[] = []
  for (const { key, writer } of listed.slice(0, MOST)) {
    if (elsewhere.has(writer)) continue
    const place = { key, writer }
    const kept = await call('localDrafts.get', place).catch(() => null)
    const found = kept?.data && readDraft(kept.data.text)
    if (!kept?.data || !found) continue
    const draft = { ...found, savedAt: kept.data.savedAt, place }
    if (differs(loaded, draft.values)) drafts.push(key === own ? draft : ofOther(draft, loaded))
    else if (isSaved(loaded, draft.values)) void call('localDrafts.remove', place).then(tellRemoved, () => undefined)
  }
  return drafts
}

/** Of an entry that the form has not seen: no entry is at it, so that both are compared before anything is saved. */
export const UNSEEN = 0

/** The draft of another form of the column, in that of the entry that there is, or of a new one. */
const ofOther = (draft: EntryDraft, { id }: LoadedEntry): EntryDraft =>
  id === 0 ? asNew(draft) : { ...asNew(draft), base: draft.base, version: UNSEEN }

/** The draft of an entry that is gone, as that of a new one: all of it was typed there. */
export const asNew = ({ values, savedAt, place }: EntryDraft): EntryDraft => ({ values, savedAt, place, base: {} })

const differs = ({ fields, texts: now }: LoadedEntry, values: EntryTexts): boolean =>
  fields.some(({ fieldName }) => fieldName in values && values[fieldName] !== (now[fieldName] ?? ''))

/** Does the entry have all that was typed, also in fields that its form does not ask for? */
const isSaved = ({ id, texts: now }: LoadedEntry, values: EntryTexts): boolean =>
  id !== 0 && Object.entries(values).every(([fieldName, value]) => now[fieldName] === value)

/** A draft as it is kept; null for a text that is none. */
export function readDraft(text: string): z.output<typeof stored> | null {
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    return null
  }
}
