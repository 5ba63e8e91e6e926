import { int, sealedText, table, text } from '#server/db/table.ts'

export const settingTables = {
  setting: table({
    columns: {
      name: text().key(),
      value: text(),
    },
  }),
  /** Private key of servers that share no disk, sealed with SITECRAFT_SECRET_KEY; a single row. */
  server_key: table({
    columns: {
      /** 1 */
      id: int().key(),
      pem: sealedText(),
    },
  }),
}
