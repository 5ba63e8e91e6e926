import { z } from 'zod'
import { attemptId } from '#shared/contract/contentEdit.ts'
import { call } from '#renderer/data/client.ts'
import type { LoadedEntry } from './loadEntry.ts'
import type { EntryTexts } from '#renderer/features/entry/values.ts'
import type { DraftKey } from '#renderer/features/drafts/autosave.ts'
import { transferEnd } from '#renderer/features/drafts/browserDrafts.ts'
import { notifyDraftRemoved } from '#renderer/features/drafts/removed.ts'
import { findOpenWriters } from '#renderer/features/drafts/writer.ts'

const textsSchema = z.record(z.string(), z.string())
const storedDraft = z.object({
  /** Version of the entry when editing started; absent for a new entry. */
  version: z.number().optional(),
  /** Idempotency key of a new entry: after a lost response, the same entry is not created twice. */
  attempt: attemptId.min(1).optional(),
  /** Initial texts of the fields, to compare with changes of other users. */
  base: textsSchema,
  values: textsSchema,
})

/** Unsaved changes of a form. */
export type EntryDraft = z.output<typeof storedDraft> & { savedAt: string; place: DraftKey }

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
export function serializeDraft({ values, base, version, attempt }: Snapshot): string | null {
  if (!Object.keys(values).some((name) => values[name] !== (base[name] ?? ''))) return null
  const draft: z.output<typeof storedDraft> = {
    values,
    base,
    ...(version !== undefined && { version }),
    ...(attempt && { attempt }),
  }
  return JSON.stringify(draft)
}

/** Limit of drafts that are offered for one form. */
const MAX_DRAFTS = 20

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
export type DraftScope = 'form' | 'column'

/**
 * Drafts of the form on this computer that differ from the entry, newest first. Drafts that equal the saved entry are
 * removed; drafts of other open windows are skipped; unreadable drafts are ignored, so that the form still opens.
 */
export async function loadDrafts(
  classId: number,
  id: number,
  entry: Promise<LoadedEntry>,
  scope: DraftScope = 'form',
): Promise<EntryDraft[]> {
  const ownKey = draftKey(classId, id)
  await transferEnd()
  const [listed, otherWriters] = await Promise.all([
    scope === 'form' ? listDrafts(ownKey) : findDrafts(draftKey(classId, '')),
    findOpenWriters(),
  ])
  const loaded = await entry
  const drafts: EntryDraft[] = []
  for (const { key, writer } of listed.slice(0, MAX_DRAFTS)) {
    if (otherWriters.has(writer)) continue
    const place = { key, writer }
    const storedText = await call('localDrafts.get', place).catch(() => null)
    const draftData = storedText?.data && parseDraft(storedText.data.text)
    if (!storedText?.data || !draftData) continue
    const draft = { ...draftData, savedAt: storedText.data.savedAt, place }
    if (differsFromEntry(loaded, draft.values)) drafts.push(key === ownKey ? draft : adaptOtherDraft(draft, loaded))
    else if (isSaved(loaded, draft.values))
      void call('localDrafts.remove', place).then(notifyDraftRemoved, () => undefined)
  }
  return drafts
}

/** A version that no entry has: saving with it always leads to a comparison with the version on the server. */
export const UNSEEN_VERSION = 0

/** Adapts the draft of another form of the column to the existing entry, or to a new one. */
const adaptOtherDraft = (draft: EntryDraft, { id }: LoadedEntry): EntryDraft =>
  id === 0 ? toNewEntryDraft(draft) : { ...toNewEntryDraft(draft), base: draft.base, version: UNSEEN_VERSION }

/** Converts the draft of a deleted entry to the draft of a new entry: all its texts count as changes. */
export const toNewEntryDraft = ({ values, savedAt, place }: EntryDraft): EntryDraft => ({
  values,
  savedAt,
  place,
  base: {},
})

const differsFromEntry = ({ fields, texts: now }: LoadedEntry, values: EntryTexts): boolean =>
  fields.some(({ fieldName }) => fieldName in values && values[fieldName] !== (now[fieldName] ?? ''))

/** Whether the entry has all texts of the draft, also in fields that its form does not show. */
const isSaved = ({ id, texts: now }: LoadedEntry, values: EntryTexts): boolean =>
  id !== 0 && Object.entries(values).every(([fieldName, value]) => now[fieldName] === value)

/** Parses a stored draft; null if the text is invalid. */
export function parseDraft(text: string): z.output<typeof storedDraft> | null {
  try {
    return storedDraft.parse(JSON.parse(text))
  } catch {
    return null
  }
}
