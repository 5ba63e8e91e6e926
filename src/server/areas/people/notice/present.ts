import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { Notice, NoticeTarget } from '#shared/contract/notice.ts'
import { entryUrlOf } from '#shared/domain/columnType.ts'
import { MENU, SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'

type NoticeRow = RowOf<'notice'>

const findMenuPath = (menu: number): string => SYSTEM_MENUS.find(({ id }) => id === menu)?.path ?? ''
/** The page of the account's own sign-ins is not in the system menu. */
const SIGN_INS_PATH = '/my/sign-ins'
const TASKS_PATH = findMenuPath(MENU.approvalTasks)
const MESSAGE_PATHS: Partial<Record<NoticeTarget, string>> = {
  mails: findMenuPath(MENU.siteMail),
  documents: findMenuPath(MENU.documents),
  inbox: findMenuPath(MENU.inbox),
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
    path: toPath(row, types.get(row.classId)),
    isRead: row.readTime !== 0,
    createDate: formatDateTime(row.createTime),
  }))
}

function toPath({ place, classId, contentId }: NoticeRow, menuType: number | undefined): string {
  if (place === 'tasks') return TASKS_PATH
  if (place === 'signIns') return SIGN_INS_PATH
  if (place === 'webhooks') return findMenuPath(MENU.webhook)
  const list = MESSAGE_PATHS[place]
  if (list !== undefined) return `${list}?message=${contentId}`
  return menuType === undefined ? '' : entryUrlOf(menuType, classId, contentId)
}
