import { index, int, millis, table, text } from '#server/db/table.ts'

export const registrationTables = {
  /** A code that was sent to a phone; number and code are HMACs with the server's key, hex. */
  phone_code: table({
    columns: {
      phone: text().key(),
      code: text(),
      expireTime: millis(),
      /** Wrong ones that were typed. */
      tries: int(),
    },
  }),
  phone_code_sent: table({
    columns: {
      /** HMAC of a number or an address. */
      key: text(),
      time: millis(),
    },
    indexes: {
      phone_code_sent_key: index('key time'),
      phone_code_sent_time: index('time'),
    },
  }),
}
