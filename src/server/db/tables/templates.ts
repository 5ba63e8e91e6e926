import type { Generated } from 'kysely'
import type { Flag, Millis } from './core.ts'

export interface TemplateTable {
  id: Generated<number>
  name: string
  folder: string
  /** The folder without case, unique: Windows and macOS know no case. With `#` and the id while it is deleted. */
  folderKey: string
  templatePic: string
  /** The note (contradictions.md 32). */
  title: string
  siteId: number
  sort: number
  createTime: Millis
  /** Grows with every change of the files; updating it first is the template's lock. */
  version: number
  /** Counts the saves of its form. */
  formVersion: Generated<number>
  updateTime: Generated<Millis>
  updatedBy: Generated<string>
  /** When it was moved to the recycle area; null: it is in use. */
  deleteTime: Generated<Millis | null>
  deletedBy: Generated<string>
  /** Another one whenever versions of before say nothing any more; '': template_entry is not kept yet. */
  feedEpoch: Generated<string>
  /** What went at this version or before may be forgotten. */
  feedFloor: Generated<number>
  /** The template whose draft copy this is; null: it is a template itself. */
  draftOf: Generated<number | null>
}
/** A state of a template or of its draft, before something was done to it. */
export interface TemplateMomentTable {
  id: Generated<number>
  /** The template, also for states of its draft. */
  templateId: number
  /** base: what template and draft last had in common; not shown. */
  kind: 'publish' | 'undo' | 'restore' | 'draft' | 'discard' | 'base'
  createTime: Millis
  createdBy: string
  files: number
  /** Paths that were changed then. */
  changed: number
  /** Names the change on the disk that this row was written with. */
  token: string
}
/** A path of such a state; the bytes are kept by their hash (storage/local/kept). */
export interface TemplateMomentFileTable {
  momentId: number
  path: string
  /** none: nothing was there, and something came. */
  kind: 'file' | 'folder' | 'none'
  size: number
  /** Of a file; else ''. */
  sha256: string
  /** What was written there then: the hash of a file, `folder`, or `none`; null: the path was left as it was. */
  after: string | null
}
/** A version of a file: what was written, by whom, and until when it stood there. */
export interface TemplateRevisionTable {
  id: Generated<number>
  templateId: number
  /** From the template's folder down; follows the file when it is renamed. */
  path: string
  /** How it came; found: it was there before anybody kept versions, or was changed on the server's disk. remove, rename: what became of the file. */
  kind: RevisionKind
  size: number
  /** Of the content, once that is known; else ''. */
  sha256: string
  /** Of the file as it was written. */
  mtimeNs: string
  /** Are its bytes kept by their hash (storage/local/kept)? Those of the version in place are in the file itself. */
  kept: Flag
  createTime: Millis
  /** Account name; '': unknown. */
  createdBy: string
  machine: string
  /** Of a rename: the path before. */
  note: string
  /** When it was replaced or removed; null: it is what stands there. */
  endTime: Millis | null
}
export type RevisionKind =
  'save' | 'new' | 'upload' | 'unzip' | 'sync' | 'publish' | 'restore' | 'found' | 'remove' | 'rename'
export interface TemplateSiteTable {
  templateId: number
  siteId: number
}
/**
 * What stands at each path of a template, kept by every change of its files. A file's hash is valid as long as its size,
 * mtime and inode are the same.
 */
export interface TemplateEntryTable {
  templateId: number
  /** From the template's folder down, with `/`, as the disk has it. */
  path: string
  kind: 'file' | 'folder' | 'gone'
  size: number
  mtimeNs: string
  ino: string
  /** Of a file; else ''. */
  sha256: string
  /** When it was written. */
  time: Millis
  /** Of the template, at which it became so. */
  version: number
  /** Account name; '': it was changed on the server's disk, or before this was kept. */
  changedBy: string
  /** Name of the computer that it was changed on, as that says it. */
  machine: string
}
export interface AttachmentTable {
  id: Generated<number>
  accountId: number
  /** file, image, video or audio. */
  kind: string
  oldName: string
  accessPath: string
  /** Of the blob store; several rows of the same content share one. Empty in rows from before: it is in accessPath. */
  blobKey: Generated<string>
  /** Whose quota it counts against; 0: none's. */
  siteId: Generated<number>
  extension: string
  size: number
  imageWidth: number
  imageHeight: number
  /** Hex. */
  sha512: string
  /** Hex; only of uploads for the sync, else empty. */
  sha256: string
  dir: string
  /** The folder that the register call named. */
  path: string
  isRegistered: Flag
  /** Belongs to a mail or document: its sender and its recipients may read it, and no library shows it. */
  isPrivate: Generated<Flag>
  /** Hash of the identifier under which it came and registered itself; empty: it did not. */
  attempt: Generated<string>
  createTime: Millis
  /** When an upload for the sync that nobody took is removed; null: never. */
  expireTime: Millis | null
}
/** A short-lived right to download one template file without a session. */
export interface DownloadTicketTable {
  /** SHA-256 of the ticket, hex. */
  ticketHash: string
  path: string
  expireTime: Millis
}

export interface TemplateTables {
  template: TemplateTable
  template_site: TemplateSiteTable
  template_entry: TemplateEntryTable
  template_moment: TemplateMomentTable
  template_moment_file: TemplateMomentFileTable
  template_revision: TemplateRevisionTable
  attachment: AttachmentTable
  download_ticket: DownloadTicketTable
}
