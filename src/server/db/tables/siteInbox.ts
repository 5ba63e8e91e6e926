import type { Generated } from 'kysely'
import type { Millis } from './core.ts'

/** A message of a site to a group or to people. */
export interface SiteInboxTable {
  id: Generated<number>
  siteId: number
  title: string
  photo: string
  content: string
  /** Title of the group when it was sent. */
  receiveGroup: string
  receiver: string
  receiverNames: string
  emailList: string
  createBy: string
  createTime: Millis
}

export interface SiteInboxTables {
  site_inbox: SiteInboxTable
}
