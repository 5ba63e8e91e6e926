import type { Generated } from 'kysely'
import type { NoticeKind, NoticeTarget } from '#shared/contract/notice.ts'
import type { Json, Millis } from './core.ts'

/** Something that an account is told. */
export interface NoticeTable {
  id: Generated<number>
  accountId: number
  kind: NoticeKind
  title: string
  body: string
  /** Where its link leads. */
  place: NoticeTarget
  siteId: number
  /** 0: of no entry. */
  classId: number
  contentId: number
  createTime: Millis
  /** 0: not read. */
  readTime: Generated<Millis>
}

/** By which ways beside the program an account wants to be told of what: kinds of notices, as JSON. */
export interface NoticeWishTable {
  accountId: number
  email: Json
  sms: Json
}

export interface NoticeTables {
  notice: NoticeTable
  notice_wish: NoticeWishTable
}
