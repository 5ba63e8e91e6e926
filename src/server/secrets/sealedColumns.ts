import type { Sealed } from '#server/db/table.ts'
import type { Database } from '#server/db/schema.ts'

/** `table.column` of each sealed column. */
type SealedColumn = {
  [T in keyof Database]: {
    [C in keyof Database[T] & string]: [Database[T][C]] extends [Sealed] ? `${T}.${C}` : never
  }[keyof Database[T] & string]
}[keyof Database]

/**
 * All columns with sealed texts: their use (each has a separate key) and the column with the owner's id, to which the
 * text is bound. A missing column of type `Sealed` is a type error, so that key rotation omits none.
 */
export const SEALED_COLUMNS = {
  'server_key.pem': { use: 'server key', owner: 'id' },
  'second_factor.secret': { use: 'second factor', owner: 'accountId' },
  'second_factor.newSecret': { use: 'second factor', owner: 'accountId' },
  'sms_channel.accessKeySecret': { use: 'SMS channel', owner: 'id' },
  'wechat_config.appSecret': { use: 'WeChat account', owner: 'id' },
  'wechat_config.token': { use: 'WeChat token', owner: 'id' },
  'email_channel.password': { use: 'e-mail account', owner: 'id' },
  'webhook.secret': { use: 'webhook', owner: 'id' },
  'publish_target.secrets': { use: 'publish target', owner: 'id' },
  'target_cdn.secret': { use: 'publish target CDN', owner: 'id' },
  'analytics_token.accessSealed': { use: 'analytics token', owner: 'id' },
  'analytics_token.refreshSealed': { use: 'analytics token', owner: 'id' },
} as const satisfies Record<SealedColumn, { use: string; owner: string }>

export type SecretUse = (typeof SEALED_COLUMNS)[SealedColumn]['use']
