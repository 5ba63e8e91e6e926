import { z } from 'zod'
import { call } from '#renderer/data/client.ts'
import type { DraftKey } from '#renderer/features/drafts/autosave.ts'
import { transferEnd } from '#renderer/features/drafts/browserDrafts.ts'
import { findOpenWriters } from '#renderer/features/drafts/writer.ts'

const stored = z.object({
  /** SHA-256 of the version that the draft is based on. */
  hash: z.string(),
  text: z.string(),
})

/** Unsaved text of a file. */
export type FileDraft = z.output<typeof stored> & { savedAt: string; place: DraftKey }

export const fileDraftText = (draft: z.output<typeof stored>): string => JSON.stringify(draft)

/** More drafts of one file are ignored. */
const MAX_DRAFTS = 20

/**
 * Loads the drafts of a file on this computer, newest first, without those of open forms. Unreadable drafts are skipped,
 * so that they don't prevent the file from opening.
 */
export async function loadFileDrafts(key: string): Promise<FileDraft[]> {
  await transferEnd()
  const [listed, openWriters] = await Promise.all([
    call('localDrafts.list', { key }).then(
      ({ data }) => data,
      () => [],
    ),
    findOpenWriters(),
  ])
  const drafts: FileDraft[] = []
  for (const { writer } of listed.slice(0, MAX_DRAFTS)) {
    if (openWriters.has(writer)) continue
    const place = { key, writer }
    const loaded = await call('localDrafts.get', place).catch(() => null)
    const draft = loaded?.data && readDraft(loaded.data.text)
    if (loaded?.data && draft) drafts.push({ ...draft, savedAt: loaded.data.savedAt, place })
  }
  return drafts
}

function readDraft(text: string): z.output<typeof stored> | null {
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    return null
  }
}
