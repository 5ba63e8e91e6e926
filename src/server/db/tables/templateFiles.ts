import type { Flag, Millis } from './core.ts'

/** A file or folder of a template, where they do not lie on a disk. */
export interface TemplateFileTable {
  /** '': in use; `recycled`; `trash/<ms>-<id>`: went to the trash then. */
  area: string
  /** From the root of all templates, with `/`. */
  path: string
  /** Path of the folder that it is in; '': the root. */
  parent: string
  /** The path in one Unicode form (NFC). */
  form: string
  /** Of the name: the same for names that are one file on Windows (nameKey). */
  nameKey: string
  kind: 'file' | 'folder'
  size: number
  /** Of a file; else ''. */
  sha256: string
  /** ns since 1970 when it was written. */
  mtimeNs: string
  /** Another one whenever it is written. */
  ino: string
}
/** Bytes that template files, states and versions refer to; they lie in the store under `templates/<sha256>`. */
export interface StoredContentTable {
  sha256: string
  size: number
  /** 0: they may not be in the store yet. */
  isStored: Flag
  /** When it was last written; what nothing refers to goes a day later. */
  touchTime: Millis
  /** Kept whatever becomes of the files (KeptContents), and when that was last asked for; null: not kept. */
  keptTime: Millis | null
}

export interface TemplateFileTables {
  template_file: TemplateFileTable
  stored_content: StoredContentTable
}
