import { id, index, millis, ref, table, text } from '#server/db/table.ts'

export const inboxTables = {
  /** A message of a site to a group or to people. */
  site_inbox: table({
    columns: {
      id: id(),
      siteId: ref('site'),
      title: text(),
      photo: text(),
      content: text(),
      /** Title of the group when it was sent. */
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
