import { index, millis, ownedBy, table, text } from '#server/db/table.ts'

export const signInRulesTables = {
  /** Earlier passwords, stored only while a rule needs them. */
  password_history: table({
    columns: {
      accountId: ownedBy('account'),
      /** argon2id. */
      passwordHash: text(),
      /** When it was replaced. */
      time: millis(),
    },
    indexes: {
      password_history_account: index('accountId time'),
    },
  }),
}
