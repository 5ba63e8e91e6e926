import { z } from 'zod'
import { call } from '#renderer/data/client.ts'
import type { DraftKey } from '#renderer/features/drafts/autosave.ts'
import { handedOver } from '#renderer/features/drafts/browserDrafts.ts'
import { writersElsewhere } from '#renderer/features/drafts/writer.ts'

const stored = z.object({
  /** SHA-256 of the version that the writing began with. */
  hash: z.string(),
  text: z.string(),
})

/** What was typed into a file and not saved. */
export type FileDraft = z.output<typeof stored> & { savedAt: string; place: DraftKey }

export const fileDraftText = (draft: z.output<typeof stored>): string => JSON.stringify(draft)

/** More drafts of one file than people leave unsaved. */
const MOST = 20

/**
 * What is kept of a file on this computer under the name `key`, newest first, without what windows that are open now still write. Drafts that
 * can't be read are none: they keep no file closed.
 */
export async function loadFileDrafts(key: string): Promise<FileDraft[]> {
  await handedOver()
  const [listed, elsewhere] = await Promise.all([
    call('localDrafts.list', { key }).then(
      ({ data }) => data,
      () => [],
    ),
    writersElsewhere(),
  ])
  const drafts: FileDraft[] = []
  for (const { writer } of listed.slice(0, MOST)) {
    if (elsewhere.has(writer)) continue
    const place = { key, writer }
    const kept = await call('localDrafts.get', place).catch(() => null)
    const draft = kept?.data && readDraft(kept.data.text)
    if (kept?.data && draft) drafts.push({ ...draft, savedAt: kept.data.savedAt, place })
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
