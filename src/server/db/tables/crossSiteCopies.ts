import type { Generated } from 'kysely'
import type { Flag, Json, Millis } from './core.ts'
import type { Saved } from './dictionaries.ts'

/** Copies entries of one column into another (decision 036). */
export interface CopyRuleTable extends Saved {
  id: Generated<number>
  title: string
  /** Does it copy each new entry by itself? */
  isRun: Flag
  /** CopyFieldPair[] of the contract. */
  rules: Json
  sourceSiteId: number
  sourceMenuId: number
  targetSiteId: number
  targetMenuId: number
  /** Who saved it last: what it does by itself, it does with the rights that this account has then. */
  accountId: number
  createTime: Millis
  /** While it is on: do its copies become other, leave the site, and go to the recycle bin as their sources do? */
  followUpdate: Generated<Flag>
  followUnpublish: Generated<Flag>
  followDelete: Generated<Flag>
}

/** Which copy a rule has made of an entry: it never makes a second one. */
export interface CopyLinkTable {
  ruleId: number
  sourceId: number
  targetId: number
  createTime: Millis
  /** Values that the rule brought last, by the target's field names; '' as the first revision of the copy. */
  base: Generated<string>
  /** 1: labels or related entries were not there yet; 0: all were. */
  isLacking: Generated<Flag>
}

/** A source that something happened to, until its copy has followed. */
export interface CopyFollowTable {
  ruleId: number
  sourceId: number
  /** Grows with each change. */
  mark: number
}

/** What a copy would follow, had nobody changed it: its editor takes it over or keeps what is there. One of a copy. */
export interface CopyUpdateTable {
  id: Generated<number>
  ruleId: number
  sourceId: number
  targetId: number
  kind: 'update' | 'delete'
  /** Values that the source has changed, by the target's field names. */
  fields: Json
  /** Who changed the source. */
  author: string
  createTime: Millis
}

/** One entry that was to be copied into one column. Titles are those of that time. */
export interface CopyLogTable {
  id: Generated<number>
  /** 0: by hand. */
  ruleId: number
  rule: string
  dataId: number
  title: string
  sourceSiteId: number
  sourceMenuId: number
  targetSiteId: number
  targetMenuId: number
  sourceSite: string
  sourceMenu: string
  targetSite: string
  targetMenu: string
  /** 0: none was made. */
  targetId: number
  /** 1: it was copied. */
  status: Flag
  /** Why it was not; '' when it was. */
  reason: string
  author: string
  createTime: Millis
}

export interface CrossSiteCopyTables {
  copy_rule: CopyRuleTable
  copy_link: CopyLinkTable
  copy_follow: CopyFollowTable
  copy_update: CopyUpdateTable
  copy_log: CopyLogTable
}
