import { id, index, json, millis, ownedBy, table, text, unique } from '#server/db/table.ts'

export const apiTokenTables = {
  api_token: table({
    columns: {
      id: id(),
      /** Whose rights it has a part of. */
      accountId: ownedBy('account'),
      name: text(),
      /** SHA-256, hex. */
      tokenHash: text(),
      /** Its last letters, by which its owner knows it. */
      ending: text(),
      /** Keys of TOKEN_SCOPES. */
      scopes: json(),
      /** Ids; [] all that the owner may use. */
      siteIds: json().noReference('what is gone is refused when it is used'),
      columnIds: json().noReference('what is gone is refused when it is used'),
      /** Ranges that it may be used from; [] any. */
      addresses: json(),
      createTime: millis(),
      expireTime: millis(),
      /** Written at most once a minute; 0 never. */
      lastUse: millis().default(0),
      lastIp: text().default(''),
      /** 0: it is not. */
      revokeTime: millis().default(0),
      /** When, from where and why it was last refused as a whole; 0 never. */
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
