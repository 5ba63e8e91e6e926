import type { Generated } from 'kysely'
import type { Json, Millis } from './core.ts'

export interface ApiTokenTable {
  id: Generated<number>
  /** Whose rights it has a part of. */
  accountId: number
  name: string
  /** SHA-256, hex. */
  tokenHash: string
  /** Its last letters, by which its owner knows it. */
  ending: string
  /** Keys of TOKEN_SCOPES. */
  scopes: Json
  /** Ids; [] all that the owner may use. */
  siteIds: Json
  columnIds: Json
  /** Ranges that it may be used from; [] any. */
  addresses: Json
  createTime: Millis
  expireTime: Millis
  /** Written at most once a minute; 0 never. */
  lastUse: Generated<Millis>
  lastIp: Generated<string>
  /** 0: it is not. */
  revokeTime: Generated<Millis>
  /** When, from where and why it was last refused as a whole; 0 never. */
  refusedTime: Generated<Millis>
  refusedIp: Generated<string>
  refusedWhy: Generated<string>
}

export interface ApiTokenTables {
  api_token: ApiTokenTable
}
