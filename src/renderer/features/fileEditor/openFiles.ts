import type { LineEnds } from '#renderer/features/codeEditor/lineEnds.ts'

/** A file that is open in the editor; its text is in Texts under `key`. */
export interface OpenFile {
  /** Path of the file, template folder first. */
  key: string
  /** The file's folder. */
  path: string
  name: string
  /** SHA-256 of the stored version that the text started from. */
  hash: string
  /** How its bytes were read; a save keeps it. */
  encoding: string
  lineEnds: LineEnds
  /** Who changed it last and how; '' when unknown. */
  note: string
  /** A·§4: marked on any input, cleared on save. */
  edited: boolean
  /**
   * State of the stored version: the opened one, a newer one (S13), a newer one that came only from the synced folder of
   * this machine, or deleted.
   */
  server: 'same' | 'newer' | 'synced' | 'gone'
}

export interface OpenFiles {
  files: readonly OpenFile[]
  /** Key of the active file; null when none is open. */
  active: string | null
}

export type OpenFilesChange =
  | { type: 'opened'; file: OpenFile }
  | { type: 'activated'; key: string }
  | { type: 'edited'; key: string }
  | { type: 'saved'; key: string; hash: string; edited: boolean; lineEnds: LineEnds }
  | { type: 'reloaded'; key: string; hash: string; encoding: string; lineEnds: LineEnds; note: string }
  /** A draft that is based on version `hash` is restored. */
  | { type: 'restored'; key: string; hash: string; server: OpenFile['server'] }
  | { type: 'server'; key: string; server: OpenFile['server'] }
  | { type: 'closed'; key: string }

export const NOTHING_OPEN: OpenFiles = { files: [], active: null }

/** The tabs of the editor after a change; the same object when nothing changes. */
export function changeFiles(state: OpenFiles, change: OpenFilesChange): OpenFiles {
  switch (change.type) {
    case 'opened':
      return {
        files: state.files.some((file) => file.key === change.file.key) ? state.files : [...state.files, change.file],
        active: change.file.key,
      }
    case 'activated':
      return state.active === change.key ? state : { ...state, active: change.key }
    case 'edited':
      return set(state, change.key, { edited: true })
    case 'saved': {
      const { hash, edited, lineEnds } = change
      return set(state, change.key, { hash, edited, lineEnds, server: 'same' })
    }
    case 'reloaded': {
      const { hash, encoding, lineEnds, note } = change
      return set(state, change.key, { hash, encoding, lineEnds, note, edited: false, server: 'same' })
    }
    case 'restored':
      return set(state, change.key, { hash: change.hash, edited: true, server: change.server })
    case 'server':
      return set(state, change.key, { server: change.server })
    case 'closed':
      return close(state, change.key)
  }
}

function set(state: OpenFiles, key: string, change: Partial<OpenFile>): OpenFiles {
  const file = state.files.find((each) => each.key === key)
  if (!file) return state
  const changed = { ...file, ...change }
  const same = (Object.keys(change) as (keyof OpenFile)[]).every((each) => file[each] === changed[each])
  return same ? state : { ...state, files: state.files.map((each) => (each === file ? changed : each)) }
}

/** A·§2: closing the active tab activates a neighbour: the next one, or else the previous one. */
function close(state: OpenFiles, key: string): OpenFiles {
  const at = state.files.findIndex((file) => file.key === key)
  const files = state.files.filter((file) => file.key !== key)
  if (state.active !== key) return { ...state, files }
  return { files, active: (files[at] ?? files.at(-1))?.key ?? null }
}
