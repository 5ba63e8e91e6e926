import { id, index, json, millis, ownedBy, table, text, unique } from '#server/db/table.ts'

export const apiTokenTables = {
  api_token: table({
    columns: {
      id: id(),
      /** The owner, whose rights the token may use in part. */
      accountId: ownedBy('account'),
      name: text(),
      /** SHA-256, hex. */
      tokenHash: text(),
      /** Last characters, by which the owner recognizes the token. */
      ending: text(),
      /** Keys of TOKEN_SCOPES. */
      scopes: json(),
      /** Site ids; [] means all sites of the owner. */
      siteIds: json().noReference('what is gone is refused when it is used'),
      columnIds: json().noReference('what is gone is refused when it is used'),
      /** Allowed IP ranges; [] means any. */
      addresses: json(),
      createTime: millis(),
      expireTime: millis(),
      /** Written at most once a minute; 0: never used. */
      lastUse: millis().default(0),
      lastIp: text().default(''),
      /** 0: not revoked. */
      revokeTime: millis().default(0),
      /** Time, address and reason of the last refused use; 0: never. */
      refusedTime: millis().default(0),
      refusedIp: text().default(''),
      refusedWhy: text().default(''),
    },
    indexes: {
      api_token_tokenHash: unique('tokenHash'),
      api_token_account: index('accountId id'),
    },
  }),
}
