import type { Generated } from 'kysely'
import type { Flag, Millis } from './core.ts'
import type { Saved } from './dictionaries.ts'

/** An account of the public on one site. */
export interface MemberTable extends Saved {
  id: Generated<number>
  siteId: number
  userName: string
  /** One of its kind in a site: see nameKey. */
  userNameKey: string
  phone: string
  email: string
  name: string
  nickName: string
  /** yyyy-MM-dd; '' for none. */
  birthday: string
  headSculpture: string
  sex: string
  /** Set by hand; 0: by points. */
  levelId: number
  points: number
  source: string
  isEnable: Flag
  /** 0: what says who it is stands here. */
  eraseTime: Millis
  createTime: Millis
}
/** Passwords of members, apart from those of the staff and from what lists read. */
export interface MemberSecretTable {
  memberId: number
  /** argon2id. */
  passwordHash: string
  updateTime: Millis
}
export interface MemberGroupTable extends Saved {
  id: Generated<number>
  siteId: number
  /** One of its name in a site. */
  name: string
  note: string
}
export interface MemberInGroupTable {
  memberId: number
  groupId: number
}
/** Ranges of the levels of a site have no points in common. */
export interface MemberLevelTable extends Saved {
  id: Generated<number>
  siteId: number
  /** One of its name in a site. */
  name: string
  note: string
  startValue: number
  endValue: number
}

export interface MemberTables {
  member: MemberTable
  member_secret: MemberSecretTable
  member_group: MemberGroupTable
  member_in_group: MemberInGroupTable
  member_level: MemberLevelTable
}
