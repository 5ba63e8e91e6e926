import { flag, id, index, int, millis, table, text, unique, AUTHOR } from '#server/db/table.ts'

export const uploadStoreTables = {
  attachment: table({
    title: '资源',
    columns: {
      id: id(),
      accountId: int().noReference(AUTHOR),
      /** file, image, video or audio. */
      kind: text(),
      oldName: text(),
      accessPath: text(),
      /** Of the blob store; several rows of the same content share one. Empty in rows from before: it is in accessPath. */
      blobKey: text().refers('blob', { key: 'blobKey', unless: `t."blobKey" = ''` }).default(''),
      /** Whose quota it counts against; 0: none's. */
      siteId: int().noReference('files outlive the site that they were uploaded for').default(0),
      extension: text(),
      size: int(),
      imageWidth: int(),
      imageHeight: int(),
      /** Hex. */
      sha512: text(),
      /** Hex; only of uploads for the sync, else empty. */
      sha256: text(),
      dir: text(),
      /** The folder that the register call named. */
      path: text(),
      isRegistered: flag(),
      /** Belongs to a mail or document: its sender and its recipients may read it, and no library shows it. */
      isPrivate: flag().default(0),
      /** Hash of the identifier under which it came and registered itself; empty: it did not. */
      attempt: text().default(''),
      createTime: millis(),
      /** When an upload for the sync that nobody took is removed; null: never. */
      expireTime: millis().nullable(),
    },
    indexes: {
      attachment_accessPath: unique('accessPath'),
      attachment_expire: index('expireTime'),
      attachment_blob: index('blobKey'),
      attachment_site: index('siteId'),
      attachment_list: index('isRegistered kind -id'),
      attachment_attempt: unique('accountId attempt', { where: `"attempt" <> ''` }),
      attachment_account: index('accountId siteId'),
      attachment_library: index('createTime kind siteId accountId isRegistered expireTime', {
        where: '"isRegistered" = 1 and "expireTime" is null',
      }),
    },
    archive: {
      kind: 'attachments',
      of: 'ids',
      without: ['blobKey', 'siteId', 'sha512', 'sha256', 'path', 'attempt', 'expireTime', 'isPrivate'],
    },
  }),
  /**
   * Bytes that the blob store keeps by their content. The row is there before the bytes and goes before them, so no bytes
   * are ever without one; what no attachment names any more is removed some time after `touchTime`.
   */
  blob: table({
    title: '文件内容',
    columns: {
      blobKey: text().key(),
      isStored: flag(),
      touchTime: millis(),
    },
  }),
  /** Bytes that template files, states and versions refer to; built pages too; they lie in the store under `bytes/`. */
  stored_content: table({
    columns: {
      sha256: text().key(),
      size: int(),
      /** 0: they may not be in the store yet. */
      isStored: flag(),
      /** When it was last written; what nothing refers to goes a day later. */
      touchTime: millis(),
    },
    indexes: {
      stored_content_touch: index('touchTime'),
    },
  }),
  /** A file that stays for a while under a ticket (previews, sheets); its bytes lie in the store under the key. */
  kept_file: table({
    columns: {
      fileKey: text().key(),
      size: int(),
      endTime: millis(),
    },
    indexes: {
      kept_file_end: index('endTime'),
    },
  }),
}
