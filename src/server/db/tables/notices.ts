import type { Generated } from 'kysely'
import type { NoticeKind, NoticePlace } from '#shared/contract/notice.ts'
import type { Millis } from './core.ts'

/** Something that an account is told. */
export interface NoticeTable {
  id: Generated<number>
  accountId: number
  kind: NoticeKind
  title: string
  body: string
  /** Where its link leads. */
  place: NoticePlace
  siteId: number
  /** 0: of no entry. */
  classId: number
  contentId: number
  createTime: Millis
  /** 0: not read. */
  readTime: Generated<Millis>
}

export interface NoticeTables {
  notice: NoticeTable
}
