import type { ContentSaved } from '#shared/contract/contentEdit.ts'
import type { SensitiveHit } from '#shared/contract/content.ts'
import type { EntryDraft } from './entryDraft.ts'
import type { LoadedEntry } from './loadEntry.ts'
import type { EntryTexts, EntryValues } from '#renderer/features/entry/values.ts'

/** The two ways to save (B·§2). */
export type SaveAs = 'draft' | 'publish'

/** What the form of an entry knows beside the values of its inputs. */
export interface EntryState {
  /** The entry as the server has it, as far as the form knows: where the next save goes. */
  current: LoadedEntry
  /** What the form began with; what differs from it counts as typed. */
  base: EntryTexts
  /** Under this name a new entry is sent, and sent again when its answer was lost. */
  attempt: string
  as: SaveAs
  /** What the last save sent. */
  sent: EntryValues
  /** Sensitive words that the server found in what was sent, until they are replaced or the form is sent again. */
  hits: readonly SensitiveHit[]
}

export type EntryAction =
  | { type: 'submit'; as: SaveAs }
  | { type: 'send'; values: EntryValues }
  | { type: 'words'; hits: readonly SensitiveHit[] }
  | { type: 'replaced'; hit: SensitiveHit }
  /** What is typed belongs to that entry from now on (id 0: to a new one). Without `base` it stays. */
  | { type: 'moved'; to: Pick<LoadedEntry, 'id' | 'version' | 'isPublished'>; base?: EntryTexts }
  /** @param texts what was sent, as texts. */
  | { type: 'saved'; data: ContentSaved; texts: EntryTexts }

/** A form goes on with the attempt of its draft: the answer to that may have been lost, too. */
export const beginEntry = (loaded: LoadedEntry, draft: EntryDraft | null): EntryState => ({
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
