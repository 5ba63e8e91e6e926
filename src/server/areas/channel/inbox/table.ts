import { id, index, millis, ref, table, text } from '#server/db/table.ts'

export const inboxTables = {
  /** A message from a site to a user group or to individual accounts. */
  site_inbox: table({
    columns: {
      id: id(),
      siteId: ref('site'),
      title: text(),
      photo: text(),
      content: text(),
      /** Title of the group at the time of sending. */
      receiveGroup: text(),
      receiver: text(),
      receiverNames: text(),
      emailList: text(),
      createBy: text(),
      createTime: millis(),
    },
    indexes: {
      site_inbox_list: index('siteId id'),
    },
    isDeletedWithSite: true,
  }),
}
