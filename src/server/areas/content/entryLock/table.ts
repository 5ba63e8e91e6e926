import { index, int, millis, table, text } from '#server/db/table.ts'

export const entryLockTables = {
  /** An open edit form of an entry. A row with an old `seenTime` belongs to a closed window. */
  entry_lock: table({
    columns: {
      contentId: int().noReference('expired rows are deleted by time').key(),
      classId: int().noReference('expired rows are deleted by time'),
      accountId: int().noReference('expired rows are deleted by time'),
      /** Real name, or else the username. */
      name: text(),
      /** Random id of the form that holds the lock. */
      holder: text(),
      /** Stored hash of the holding session; '' for locks of an older server. */
      session: text().default(''),
      sinceTime: millis(),
      seenTime: millis(),
      /** Holder from whom the lock was taken over; '': nobody. */
      takenFrom: text(),
    },
    indexes: {
      entry_lock_column: index('classId seenTime'),
    },
  }),
}
