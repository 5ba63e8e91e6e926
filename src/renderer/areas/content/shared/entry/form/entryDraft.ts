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
  /** Version of the entry when editing started; absent for a new entry. */
  version: z.number().optional(),
  /** Idempotency key of a new entry: after a lost response, the same entry is not created twice. */
  attempt: attemptName.min(1).optional(),
  /** Initial texts of the fields, to compare with changes of other users. */
  base: texts,
  values: texts,
})

/** Unsaved changes of a form. */
export type EntryDraft = z.output<typeof stored> & { savedAt: string; place: DraftKey }

/** @param id '' returns the key prefix of all forms of the column */
export const draftKey = (classId: number, id: number | ''): string => `content/${classId}/${id}`

/** Key under which unsaved changes move to another window. @param id the form's own id */
export const transferKey = (classId: number, id: number): string => `entry ${classId}/${id}`

/** The current and initial texts of a form, with the entry and its version. */
export interface Snapshot {
  classId: number
  id: number
  values: EntryTexts
  base: EntryTexts
  version: number | undefined
  /** Idempotency key of a new entry. */
  attempt: string | undefined
}

/** Serializes the unsaved changes of a form; null without changes. */
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

/** Limit of drafts that are offered for one form. */
const MOST = 20

/** An error counts as no drafts, so that the form still opens. */
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

/** Whether this computer has any draft of the form. */
export const hasDrafts = async (classId: number, id: number): Promise<boolean> =>
  (await listDrafts(draftKey(classId, id))).length > 0

/**
 * The drafts that a form offers: its own, or all drafts of a single-article column, which has no list that would lead to
 * the drafts of a deleted or never saved entry.
 */
export type DraftsOf = 'form' | 'column'

/**
 * Drafts of the form on this computer that differ from the entry, newest first. Drafts that equal the saved entry are
 * removed; drafts of other open windows are skipped; unreadable drafts are ignored, so that the form still opens.
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

/** A version that no entry has: saving with it always leads to a comparison with the version on the server. */
export const UNSEEN = 0

/** Adapts the draft of another form of the column to the existing entry, or to a new one. */
const ofOther = (draft: EntryDraft, { id }: LoadedEntry): EntryDraft =>
  id === 0 ? asNew(draft) : { ...asNew(draft), base: draft.base, version: UNSEEN }

/** Converts the draft of a deleted entry to the draft of a new entry: all its texts count as changes. */
export const asNew = ({ values, savedAt, place }: EntryDraft): EntryDraft => ({ values, savedAt, place, base: {} })

const differs = ({ fields, texts: now }: LoadedEntry, values: EntryTexts): boolean =>
  fields.some(({ fieldName }) => fieldName in values && values[fieldName] !== (now[fieldName] ?? ''))

/** Whether the entry has all texts of the draft, also in fields that its form does not show. */
const isSaved = ({ id, texts: now }: LoadedEntry, values: EntryTexts): boolean =>
  id !== 0 && Object.entries(values).every(([fieldName, value]) => now[fieldName] === value)

/** Parses a stored draft; null if the text is invalid. */
export function readDraft(text: string): z.output<typeof stored> | null {
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    return null
  }
}
