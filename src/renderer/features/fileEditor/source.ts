import type { OpenFile } from './openFiles.ts'

/** A file by its key in the editor, and its folder and name at the source. */
export type FileLocation = Pick<OpenFile, 'key' | 'path' | 'name'>

/** A stored text. */
export interface StoredText {
  content: string
  /** SHA-256, hex. */
  hash: string
  encoding: string
  /** Who changed it last and how, where that is known. */
  note?: string
}

/** Where an editor's files are stored, and the Chinese texts about it. */
export interface FileSource {
  /** Key of a file's drafts on this computer. */
  draftKey(key: string): string
  /** Errors: not-found; unsupported and too-large, whose messages name a remedy. */
  read(location: FileLocation): Promise<StoredText>
  /** Returns the hash of the stored text. Errors: conflict when the hash before was not `expectedHash`; not-found. */
  write(location: FileLocation, text: { content: string; encoding: string; expectedHash: string }): Promise<string>
  /** Creates a deleted file again, with the text. */
  recreate(location: FileLocation, text: { content: string; encoding: string }): Promise<string>
  words: SourceWords
}

export interface SourceWords {
  /** Name of a file's unsaved text in the question when its page is closed. */
  unsaved: (key: string) => string
  /** Notices about changes of the file elsewhere. */
  notices: Record<Exclude<OpenFile['server'], 'same'>, { title: string; text: string }>
  /** Shown above both versions after a refused save. */
  conflict: (synced: boolean) => string
  /** The other version: its title, the button that loads it, and the hint of a merge. */
  theirs: string
  acceptTheirs: string
  mergeHint: string
  /** Tells that a draft is based on an older version of the file. */
  draftIsOlder: string
}
