import { int, millis, ownedBy, sealedText, table, text } from '#server/db/table.ts'

export const secondFactorTables = {
  second_factor: table({
    columns: {
      accountId: ownedBy('account').key(),
      /** Encrypted; '' while nothing is confirmed. */
      secret: sealedText(),
      /** Encrypted, of a set-up that waits for its first code; ''. */
      newSecret: sealedText(),
      /** 0: not in use. */
      confirmedTime: millis(),
      /** 30-second step of the code that was used last. */
      lastStep: int(),
    },
  }),
  recovery_code: table({
    columns: {
      accountId: ownedBy('account'),
      /** HMAC with the server's key, hex. Used ones are deleted. */
      codeHash: text(),
    },
    key: ['accountId', 'codeHash'],
  }),
}
