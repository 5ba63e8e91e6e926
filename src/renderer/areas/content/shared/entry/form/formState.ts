import type { ContentSaveResult } from '#shared/contract/contentEdit.ts'
import type { SensitiveHit } from '#shared/contract/content.ts'
import type { EntryDraft } from './entryDraft.ts'
import type { LoadedEntry } from './loadEntry.ts'
import type { EntryTexts, EntryValues } from '#renderer/features/entry/values.ts'

/** The two save actions (B·§2). */
export type SaveAs = 'draft' | 'publish'

/** State of an entry form beside the values of its inputs. */
export interface EntryState {
  /** The last known state of the entry on the server; the next save updates it. */
  current: LoadedEntry
  /** Initial texts; values that differ from them count as changed. */
  base: EntryTexts
  /** Idempotency key of a new entry, reused when a response was lost. */
  attempt: string
  as: SaveAs
  /** Values of the last save call. */
  sent: EntryValues
  /** Sensitive words that the server found in the last save, until they are replaced or the form is saved again. */
  hits: readonly SensitiveHit[]
}

export type EntryAction =
  | { type: 'submit'; as: SaveAs }
  | { type: 'send'; values: EntryValues }
  | { type: 'words'; hits: readonly SensitiveHit[] }
  | { type: 'replaced'; hit: SensitiveHit }
  /** Assigns the form to another entry (id 0: a new one). Without `base`, the initial texts are kept. */
  | { type: 'moved'; to: Pick<LoadedEntry, 'id' | 'version' | 'isPublished'>; base?: EntryTexts }
  /** @param texts the saved values as texts */
  | { type: 'saved'; data: ContentSaveResult; texts: EntryTexts }

/** The initial state. It reuses the attempt of the draft, because its response may have been lost. */
export const createEntryState = (loaded: LoadedEntry, draft: EntryDraft | null): EntryState => ({
  current: loaded,
  base: draft?.base ?? loaded.texts,
  attempt: draft?.attempt ?? crypto.randomUUID(),
  as: 'draft',
  sent: {},
  hits: [],
})

export function entryReducer(state: EntryState, action: EntryAction): EntryState {
  const { current } = state
  switch (action.type) {
    case 'submit':
      return { ...state, as: action.as }
    case 'send':
      return { ...state, sent: action.values, hits: [] }
    case 'words':
      return { ...state, hits: action.hits }
    case 'replaced':
      return { ...state, hits: state.hits.filter((hit) => hit !== action.hit) }
    case 'moved':
      return { ...state, current: { ...current, ...action.to }, base: action.base ?? state.base }
    case 'saved': {
      const { data, texts } = action
      const { id, version, isStatus, sensitive } = data
      const saved = { ...current, id, version, isPublished: isStatus, texts: { ...current.texts, ...texts } }
      return { ...state, current: saved, base: texts, hits: sensitive }
    }
  }
}
