import type { EntryEventKind } from '#shared/domain/entryEvents.ts'
import { flag, id, index, int, json, millis, ownedBy, ref, table, text, AUTHOR, HISTORY } from '#server/db/table.ts'

export const contentTables = {
  /** A content entry: all that lists need. Long texts stand in `content_body`. */
  content: table({
    title: '内容',
    columns: {
      id: id(),
      classId: ref('site_column', { isSwept: true, includesRecycled: true }),
      siteId: ref('site', { isSwept: true }),
      xgid: int().noReference('the first of copies, which may be deleted'),
      /** 1: published. Kept while it is in the recycle bin. */
      isStatus: flag(),
      isRecycled: flag(),
      pass: flag(),
      approveInstanceId: text().noReference('in approvals'),
      approveResult: text(),
      sort: int(),
      /** packPromotions. */
      promotions: int(),
      hits: int(),
      /** First text that names it, at most 254 characters. */
      title: text(),
      /** Values of all fields but Editor ones, by field name; all are texts. */
      fields: json(),
      createTime: millis(),
      createBy: text(),
      createById: int().noReference(AUTHOR),
      updateTime: millis(),
      updatedBy: text(),
      version: int(),
      /** When it went to the recycle bin; 0: it did not. */
      recycleTime: millis(),
      /** When it was last published; 0: never. */
      publishTime: millis(),
      /** The name under which its form saved it first; '' for one that was made in another way. */
      attempt: text().default(''),
    },
    indexes: {
      content_list: index('classId isRecycled -sort -id'),
      content_status: index('classId isRecycled isStatus -sort -id'),
      content_created: index('classId isRecycled createTime isStatus'),
      content_site: index('siteId createTime'),
      content_copies: index('xgid'),
      content_attempt: index('createById attempt', { where: `"attempt" <> ''` }),
      content_author: index('createById isStatus isRecycled updateTime'),
      content_published: index('publishTime siteId'),
      content_expiry: index('recycleTime', { where: '"recycleTime" > 0' }),
    },
    archive: { kind: 'contents', of: 'site', without: ['siteId', 'title', 'approveInstanceId', 'attempt'] },
  }),
  /** Long values of an entry, read with the entry alone. */
  content_body: table({
    columns: {
      contentId: ownedBy('content').key(),
      /** Values of Editor fields by field name. */
      bodies: json(),
      /** Searchable texts by field name: lower case, without markup. What the index finds is checked against them. */
      texts: json(),
    },
  }),
  /** One thing that happened to an entry; it outlives the entry. */
  content_event: table({
    columns: {
      id: id(),
      contentId: ref('content', { mayDangle: HISTORY }),
      /** Where the entry was then. */
      classId: int().noReference(HISTORY),
      siteId: int().noReference(HISTORY),
      kind: text<EntryEventKind>(),
      /** Of the revision that it made; 0: it made none. */
      version: int().default(0),
      /** Of the entry, as it was then. */
      title: text(),
      /** Username; '' for the server itself. */
      author: text(),
      authorId: int().noReference(AUTHOR).default(0),
      /** What else there is to say: a step and its remark, another column. */
      detail: text().default(''),
      /** The application, or the other entry, that it was about; 0: none. */
      refId: int().noReference(HISTORY).default(0),
      createTime: millis(),
    },
    indexes: {
      content_event_entry: index('contentId id'),
      content_event_column: index('classId id'),
      content_event_deleted: index('createTime', { where: `"kind" = 'deleted'` }),
    },
    archive: { kind: 'events', of: 'contentId', without: ['id', 'siteId'] },
  }),
  /** How many entries a column has in each state, kept by every change, so that no total scans a column. */
  content_count: table({
    columns: {
      classId: ref('site_column', { isSwept: true, includesRecycled: true }),
      isRecycled: flag(),
      isStatus: flag(),
      total: int(),
    },
    key: ['classId', 'isRecycled', 'isStatus'],
  }),
}
