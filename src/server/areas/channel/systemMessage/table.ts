import { int, json, table } from '#server/db/table.ts'

export const systemMessagesTables = {
  /** By which ways beside the program an account wants to be told of what: kinds of notices, as JSON. */
  notice_wish: table({
    columns: {
      accountId: int().noReference('kept until the account is there again').key(),
      email: json(),
      sms: json(),
    },
  }),
}
