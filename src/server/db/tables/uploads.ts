import type { Generated } from 'kysely'
import type { Flag, Json, Millis } from './core.ts'

/**
 * Bytes that the blob store keeps by their content. The row is there before the bytes and goes before them, so no bytes
 * are ever without one; what no attachment names any more is removed some time after `touchTime`.
 */
export interface BlobTable {
  blobKey: string
  isStored: Flag
  touchTime: Millis
}

/** An upload of several chunks. Everything that resuming needs is here: a killed server goes on where it was. */
export interface UploadSessionTable {
  id: Generated<number>
  /** Hash of account, identifier, size, name and fileMd5 (upload-protocol.md P10). */
  sessionKey: string
  /** Name of the file that chunks are written into, at their offsets. */
  partFile: string
  /** Byte ranges that are safely on the disk: [from, to) pairs, apart from each other, in order. */
  received: Json
  /** Why the whole was refused; empty: it was not. */
  failure: string
  /** What it became; null: it is not complete. */
  attachmentId: number | null
  touchTime: Millis
  accountId: Generated<number>
  /** 0: none. */
  siteId: Generated<number>
  /** Bytes of the whole; 0 in rows from before. */
  totalSize: Generated<number>
}

export interface UploadTables {
  blob: BlobTable
  upload_session: UploadSessionTable
}
