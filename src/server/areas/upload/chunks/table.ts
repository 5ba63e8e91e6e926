import { id, index, int, json, millis, table, text, unique, AUTHOR, HISTORY } from '#server/db/table.ts'

export const uploadSessionTables = {
  /** A chunked upload. It contains everything needed to resume, also after a crash of the server. */
  upload_session: table({
    columns: {
      id: id(),
      /** Hash of account, identifier, size, name and fileMd5 (upload-protocol.md P10). */
      sessionKey: text(),
      /** Name of the file into which chunks are written. */
      partFile: text(),
      /** Byte ranges on disk: [from, to) pairs, sorted and not overlapping. */
      received: json(),
      /** Why the upload was refused; empty: not refused. */
      failure: text(),
      /** The resulting attachment; null: not complete. */
      attachmentId: int().nullable().noReference('files may be deleted afterwards'),
      touchTime: millis(),
      accountId: int().noReference(AUTHOR).default(0),
      /** 0: none. */
      siteId: int().noReference(HISTORY).default(0),
      /** Total size in bytes; 0 in old rows. */
      totalSize: int().default(0),
    },
    indexes: {
      upload_session_sessionKey: unique('sessionKey'),
      upload_session_touch: index('touchTime'),
    },
  }),
  /** A stored chunk of an unfinished upload. */
  upload_part: table({
    columns: {
      sessionId: int().noReference('removed within an hour once the upload is over'),
      /** Offsets of its first byte and after its last one. */
      startAt: int(),
      endAt: int(),
      blobKey: text(),
    },
    key: ['sessionId', 'startAt', 'endAt'],
  }),
}
