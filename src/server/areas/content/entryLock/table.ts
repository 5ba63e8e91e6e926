import { index, int, millis, table, text } from '#server/db/table.ts'

export const entryLockTables = {
  /** Who has an entry open to edit it. A row whose `seenTime` is old belongs to a window that is gone. */
  entry_lock: table({
    columns: {
      contentId: int().noReference('old ones are dropped by their time').key(),
      classId: int().noReference('old ones are dropped by their time'),
      accountId: int().noReference('old ones are dropped by their time'),
      /** Real name, or the account's. */
      name: text(),
      /** Random name of the form that has it. */
      holder: text(),
      /** Stored hash of the session that has it; '' for locks of an older server. */
      session: text().default(''),
      sinceTime: millis(),
      seenTime: millis(),
      /** The holder that it was taken from; '': from nobody. */
      takenFrom: text(),
    },
    indexes: {
      entry_lock_column: index('classId seenTime'),
    },
  }),
}
