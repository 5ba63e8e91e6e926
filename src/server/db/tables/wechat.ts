import type { Generated } from 'kysely'
import type { Flag, Json, Millis } from './core.ts'
import type { Saved } from './dictionaries.ts'
import type { Sealed } from './sealed.ts'

/** An official account of WeChat. */
export interface WechatConfigTable extends Saved {
  id: Generated<number>
  siteId: number
  title: string
  appId: string
  appSecret: Sealed
  /** What calls are signed with, until tokenEnds. */
  token: Sealed
  tokenEnds: Generated<Millis>
}

/** Takes the entries of a column to an account, or its articles into the column. */
export interface WechatRuleTable extends Saved {
  id: Generated<number>
  title: string
  /** 1 push, 0 pull. */
  ruleType: number
  isRun: Flag
  siteId: number
  classId: number
  /** 0: the first account of the site. */
  configId: number
  rules: Json
  /** Who saved it last: it works with the rights that this account has then. */
  accountId: number
  createTime: Millis
}

/** One article of a rule: it goes through once. */
export interface WechatLogTable {
  id: Generated<number>
  ruleId: number
  /** c and the entry's id, or a and the article's. */
  itemKey: string
  title: string
  state: 'done' | 'failed' | 'doubtful'
  reason: string
  contentId: number
  /** media_id of the draft that was made; '' for none. */
  mediaId: string
  createTime: Millis
}

/** A picture that an account has already. */
export interface WechatMediaTable {
  configId: number
  /** thumb or inline, and the bytes' SHA-512. */
  mediaKey: string
  /** media_id, or the address of an inline picture. */
  value: string
}

export interface WechatTables {
  wechat_config: WechatConfigTable
  wechat_rule: WechatRuleTable
  wechat_log: WechatLogTable
  wechat_media: WechatMediaTable
}
