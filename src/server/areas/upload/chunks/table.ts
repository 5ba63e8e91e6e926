import { id, index, int, json, millis, table, text, unique, AUTHOR, HISTORY } from '#server/db/table.ts'

export const uploadSessionTables = {
  /** An upload of several chunks. Everything that resuming needs is here: a killed server goes on where it was. */
  upload_session: table({
    columns: {
      id: id(),
      /** Hash of account, identifier, size, name and fileMd5 (upload-protocol.md P10). */
      sessionKey: text(),
      /** Name of the file that chunks are written into, at their offsets. */
      partFile: text(),
      /** Byte ranges that are safely on the disk: [from, to) pairs, apart from each other, in order. */
      received: json(),
      /** Why the whole was refused; empty: it was not. */
      failure: text(),
      /** What it became; null: it is not complete. */
      attachmentId: int().nullable().noReference('files may be deleted afterwards'),
      touchTime: millis(),
      accountId: int().noReference(AUTHOR).default(0),
      /** 0: none. */
      siteId: int().noReference(HISTORY).default(0),
      /** Bytes of the whole; 0 in rows from before. */
      totalSize: int().default(0),
    },
    indexes: {
      upload_session_sessionKey: unique('sessionKey'),
      upload_session_touch: index('touchTime'),
    },
  }),
  /** A chunk of an unfinished upload in the store. */
  upload_part: table({
    columns: {
      sessionId: int().noReference('removed within an hour once the upload is over'),
      /** Of its first byte, and behind its last one. */
      startAt: int(),
      endAt: int(),
      blobKey: text(),
    },
    key: ['sessionId', 'startAt', 'endAt'],
  }),
}
