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
      /** Key in the blob store, shared by rows with the same content. Empty in old rows, whose key is in accessPath. */
      blobKey: text().refers('blob', { key: 'blobKey', unless: `t."blobKey" = ''` }).default(''),
      /** Site whose quota counts the file; 0: the account's quota. */
      siteId: int().noReference('files outlive the site that they were uploaded for').default(0),
      extension: text(),
      size: int(),
      imageWidth: int(),
      imageHeight: int(),
      /** Hex. */
      sha512: text(),
      /** Hex; only for sync uploads, otherwise empty. */
      sha256: text(),
      dir: text(),
      /** Folder given by the register call. */
      path: text(),
      isRegistered: flag(),
      /** Belongs to a mail or document: readable only by its sender and recipients, and hidden in the library. */
      isPrivate: flag().default(0),
      /** Hash of the identifier of a self-registering upload; empty for others. */
      attempt: text().default(''),
      createTime: millis(),
      /** When a temporary upload is deleted; null: never. */
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
   * Bytes in the blob store, by content. The row is inserted before the bytes and deleted before them, so no bytes
   * exist without a row. Unreferenced blobs are removed some time after `touchTime`.
   */
  blob: table({
    title: '文件内容',
    columns: {
      blobKey: text().key(),
      isStored: flag(),
      touchTime: millis(),
    },
  }),
  /** Bytes of template files, restore points, versions and built pages, in the store under `bytes/`. */
  stored_content: table({
    columns: {
      sha256: text().key(),
      size: int(),
      /** 0: the bytes may not be in the store yet. */
      isStored: flag(),
      /** Time of the last write; unreferenced content is removed a day later. */
      touchTime: millis(),
    },
    indexes: {
      stored_content_touch: index('touchTime'),
    },
  }),
  /** A temporary file behind a ticket (previews, sheets); its bytes are in the store under the key. */
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
