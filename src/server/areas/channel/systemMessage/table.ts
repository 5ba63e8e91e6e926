import { int, json, table } from '#server/db/table.ts'

export const systemMessagesTables = {
  /** Which kinds of notices an account also receives by e-mail and SMS, as JSON. */
  notice_wish: table({
    columns: {
      accountId: int().noReference('kept until the account is there again').key(),
      email: json(),
      sms: json(),
    },
  }),
}
