import { int, millis, ownedBy, sealedText, table, text } from '#server/db/table.ts'

export const secondFactorTables = {
  second_factor: table({
    columns: {
      accountId: ownedBy('account').key(),
      /** Encrypted; '' until a secret is confirmed. */
      secret: sealedText(),
      /** Encrypted secret that is pending its first code; '' for none. */
      newSecret: sealedText(),
      /** 0: not active. */
      confirmedTime: millis(),
      /** 30-second step of the last used code. */
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
