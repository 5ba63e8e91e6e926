import type { OpenFile } from './openFiles.ts'

/** A file by its name in the editor (`key`), and the folder and name that its place calls it by. */
export type FileLocation = Pick<OpenFile, 'key' | 'path' | 'name'>

/** A text as it is stored. */
export interface StoredText {
  content: string
  /** SHA-256, hex. */
  hash: string
  encoding: string
  /** Who changed it last and how, where that is known. */
  note?: string
}

/** Where an editor's files are kept, and what that place is called. */
export interface FileSource {
  /** Under which name what is typed into a file is kept on this computer. */
  draftKey(key: string): string
  /** Errors: not-found; unsupported and too-large name a way out. */
  read(place: FileLocation): Promise<StoredText>
  /** Answers the hash of what stands there now. Errors: conflict when that was not `expectedHash`; not-found. */
  write(place: FileLocation, text: { content: string; encoding: string; expectedHash: string }): Promise<string>
  /** Makes a file that is gone anew, and puts the text into it. */
  recreate(place: FileLocation, text: { content: string; encoding: string }): Promise<string>
  words: SourceWords
}

export interface SourceWords {
  /** What is asked about when a page with unsaved texts is closed. */
  unsaved: (key: string) => string
  /** What became of the file elsewhere. */
  notices: Record<Exclude<OpenFile['server'], 'same'>, { title: string; text: string }>
  /** Above both versions, when a save was refused. */
  conflict: (synced: boolean) => string
  /** The other version: over its text, on the button that takes it, and in the hint of a merge. */
  theirs: string
  takeTheirs: string
  mergeHint: string
  /** The file has got another version since a draft of it was kept. */
  draftIsOlder: string
}
