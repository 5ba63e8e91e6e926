import type { EntryEventKind } from '#shared/domain/entryEvents.ts'
import { flag, id, index, int, json, millis, ownedBy, ref, table, text, AUTHOR, HISTORY } from '#server/db/table.ts'

export const contentTables = {
  /** An entry, with everything that lists need. Long texts are in `content_body`. */
  content: table({
    title: '内容',
    columns: {
      id: id(),
      classId: ref('site_column', { isSwept: true, includesRecycled: true }),
      siteId: ref('site', { isSwept: true }),
      xgid: int().noReference('the original of copies, which may be deleted'),
      /** 1: published. Kept in the recycle bin. */
      isStatus: flag(),
      isRecycled: flag(),
      pass: flag(),
      approveInstanceId: text().noReference('in approvals'),
      approveResult: text(),
      sort: int(),
      /** Bits of packPromotions. */
      promotions: int(),
      hits: int(),
      /** Text of the title field, at most 254 characters. */
      title: text(),
      /** Values of all fields except Editor ones, by field name; all are texts. */
      fields: json(),
      createTime: millis(),
      createBy: text(),
      createById: int().noReference(AUTHOR),
      updateTime: millis(),
      updatedBy: text(),
      version: int(),
      /** When the entry went to the recycle bin; 0: not in the bin. */
      recycleTime: millis(),
      /** When the entry was last published; 0: never. */
      publishTime: millis(),
      /** Key of the form request that created the entry; '' when no form did. */
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
  /** Long values of an entry, read only for a whole entry. */
  content_body: table({
    columns: {
      contentId: ownedBy('content').key(),
      /** Values of Editor fields by field name. */
      bodies: json(),
      /** Searchable texts by field name: lower case, without markup. Index hits are verified against them. */
      texts: json(),
    },
  }),
  /** An event of an entry; events outlive their entry. */
  content_event: table({
    columns: {
      id: id(),
      contentId: ref('content', { mayDangle: HISTORY }),
      /** Column of the entry at that time. */
      classId: int().noReference(HISTORY),
      siteId: int().noReference(HISTORY),
      kind: text<EntryEventKind>(),
      /** Version of the revision that the event created; 0: none. */
      version: int().default(0),
      /** Title of the entry at that time. */
      title: text(),
      /** Username; '' for the server. */
      author: text(),
      authorId: int().noReference(AUTHOR).default(0),
      /** Additional text: a step and its remark, or another column. */
      detail: text().default(''),
      /** The application or other entry that the event is about; 0: none. */
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
  /** Number of entries per column and state, maintained by every change, so that totals need no scan. */
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
