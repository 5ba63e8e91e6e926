import type { Updateable } from 'kysely'
import { type ContentColumn, contentColumn, type Writer, writeEntry } from '../areas/content/entry/index.ts'
import type { ContentTable } from '../db/tables/content.ts'
import { CONTENTS, type EntrySeed } from './contents.ts'
import { ADMIN } from './accounts.ts'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import type { ServerDeps } from '../deps.ts'

const REFUSED = { trueName: '管理员', approveResult: '第二段的数据与年报不一致，请核对后重新提交' }

/** Demo entries for the first site, written as a person would write them, one each day until yesterday. */
export async function seedContent({ db, clock }: Pick<ServerDeps, 'db' | 'clock'>, siteId: number): Promise<void> {
  const author = {
    accountId: await adminId(db),
    username: ADMIN,
    role: '',
    authority: ADMIN_AUTHORITY,
    grants: '',
    sessionHash: '',
    mustChangePassword: false,
    mustSetUpFactor: false,
    byToken: false,
  }
  const writer: Writer = { db, signed: () => author, clock }
  for (const { column: title, entries } of CONTENTS) {
    const row = await db
      .selectFrom('site_column')
      .selectAll()
      .where('siteId', '=', siteId)
      .where('title', '=', title)
      .executeTakeFirstOrThrow()
    for (const [index, entry] of entries.entries()) {
      const time = clock.now().getTime() - (entries.length - index) * DAY_MS
      await insertEntry({ ...writer, clock: { now: () => new Date(time) } }, contentColumn(row), entry)
    }
  }
}
const ADMIN_AUTHORITY = { groupId: SUPER_GROUP, siteItemDTOList: [] }

const adminId = async (db: ServerDeps['db']): Promise<number> => {
  const { id } = await db.selectFrom('account').select('id').where('usernameKey', '=', ADMIN).executeTakeFirstOrThrow()
  return id
}

async function insertEntry(writer: Writer, column: ContentColumn, entry: EntrySeed): Promise<void> {
  const { title, state, sort = 0 } = entry
  const now = writer.clock.now()
  const set: Updateable<ContentTable> = {
    sort,
    ...(state === 'rejected' && { pass: 0, approveResult: JSON.stringify(REFUSED) }),
    ...(state === 'recycled' && { isRecycled: 1, recycleTime: now.getTime() }),
  }
  const written = { publishTime: `${formatDateTime(now).slice(0, 10)} 09:00:00`, content: paragraphs(title) }
  const names = new Set(column.fields.map(({ fieldName }) => fieldName))
  const values = Object.fromEntries(
    Object.entries({ title, ...written, ...entry.values }).filter(([name]) => names.has(name)),
  )
  await writeEntry(writer, column, null, { values, isStatus: state === undefined, reason: 'create', set })
}

const paragraphs = (title: string): string =>
  [
    `${title}。近日，相关工作取得阶段性进展，有关部门负责人介绍了主要情况。`,
    '各单位结合实际制定工作方案，明确责任分工和时间节点，确保各项措施落到实处。',
    '下一步，将继续加强统筹协调，完善长效机制，推动高质量发展不断取得新成效。',
  ]
    .map((line) => `<p>${line}</p>`)
    .join('')
