import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { Notice, NoticeTarget } from '#shared/contract/notice.ts'
import { entryUrlOf } from '#shared/domain/columnType.ts'
import { MENU, SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'

type NoticeRow = RowOf<'notice'>

const screenOf = (menu: number): string => SYSTEM_MENUS.find(({ id }) => id === menu)?.path ?? ''
/** The page of the account's own sign-ins is not in the system menu. */
const SIGN_INS = '/my/sign-ins'
const TASKS = screenOf(MENU.approvalTasks)
const MESSAGES: Partial<Record<NoticeTarget, string>> = {
  mails: screenOf(MENU.siteMail),
  documents: screenOf(MENU.documents),
  inbox: screenOf(MENU.inbox),
}

/** Converts notices for the client, in the given order. */
export async function presentNotices(db: Kysely<Database>, rows: readonly NoticeRow[]): Promise<Notice[]> {
  const columns = await db
    .selectFrom('site_column')
    .select(['id', 'menuType'])
    .where('id', 'in', [...new Set(rows.map(({ classId }) => classId)), -1])
    .execute()
  const types = new Map(columns.map(({ id, menuType }) => [id, menuType]))
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    body: row.body,
    place: row.place,
    siteId: row.siteId,
    path: pathOf(row, types.get(row.classId)),
    isRead: row.readTime !== 0,
    createDate: formatDateTime(row.createTime),
  }))
}

function pathOf({ place, classId, contentId }: NoticeRow, menuType: number | undefined): string {
  if (place === 'tasks') return TASKS
  if (place === 'signIns') return SIGN_INS
  if (place === 'webhooks') return screenOf(MENU.webhook)
  const list = MESSAGES[place]
  if (list !== undefined) return `${list}?message=${contentId}`
  return menuType === undefined ? '' : entryUrlOf(menuType, classId, contentId)
}
