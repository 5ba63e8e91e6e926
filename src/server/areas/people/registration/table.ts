import { index, int, millis, table, text } from '#server/db/table.ts'

export const registrationTables = {
  /** A code sent to a phone. Number and code are stored as HMACs with the server's key, hex. */
  phone_code: table({
    columns: {
      phone: text().key(),
      code: text(),
      expireTime: millis(),
      /** Wrong attempts. */
      tries: int(),
    },
  }),
  phone_code_sent: table({
    columns: {
      /** HMAC of a phone number or an IP address. */
      key: text(),
      time: millis(),
    },
    indexes: {
      phone_code_sent_key: index('key time'),
      phone_code_sent_time: index('time'),
    },
  }),
}
