import type { Kysely, Updateable } from 'kysely'
import type { Database } from '../db/schema.ts'
import { type ContentColumn, toContentColumn, type Writer, writeEntry } from '../areas/content/entry/index.ts'
import { CONTENTS, type EntrySeed } from './contents.ts'
import { ADMIN } from './accounts.ts'
import { packPromotions } from '#shared/domain/promotions.ts'
import { storePicture } from './pictures.ts'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import type { ServerDeps } from '../deps.ts'

const REFUSED = { trueName: '管理员', approveResult: '第二段的数据与年报不一致，请核对后重新提交' }

/** Inserts demo entries, one per day until yesterday, through the same code as entries that people write. */
export async function seedContent(
  db: Kysely<Database>,
  deps: ServerDeps,
  siteIds: ReadonlyMap<string, number>,
): Promise<void> {
  const { clock } = deps
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
  const writer: Writer = { db, requireSignedIn: () => author, clock }
  const pictures = new Map<string, string>()
  const [first = 0] = siteIds.values()
  for (const { site, column: title, entries } of CONTENTS) {
    const siteId = siteIds.get(site ?? '') ?? first
    const row = await db
      .selectFrom('site_column')
      .selectAll()
      .where('siteId', '=', siteId)
      .where('title', '=', title)
      .executeTakeFirstOrThrow()
    for (const [index, entry] of entries.entries()) {
      const time = clock.now().getTime() - (entries.length - index) * DAY_MS
      const photo = entry.values?.photo
      if (photo !== undefined && !pictures.has(photo)) pictures.set(photo, await storePicture(db, deps, photo))
      const values = photo === undefined ? entry.values : { ...entry.values, photo: pictures.get(photo) ?? '' }
      await insertEntry({ ...writer, clock: { now: () => new Date(time) } }, toContentColumn(row), {
        ...entry,
        ...(values && { values }),
      })
    }
  }
}
const ADMIN_AUTHORITY = { groupId: SUPER_GROUP, siteItemDTOList: [] }

const adminId = async (db: Kysely<Database>): Promise<number> => {
  const { id } = await db.selectFrom('account').select('id').where('usernameKey', '=', ADMIN).executeTakeFirstOrThrow()
  return id
}

async function insertEntry(writer: Writer, column: ContentColumn, entry: EntrySeed): Promise<void> {
  const { title, state, sort = 0, promotions = [] } = entry
  const now = writer.clock.now()
  const set: Updateable<Database['content']> = {
    sort,
    promotions: packPromotions(Object.fromEntries(promotions.map((flag) => [flag, true]))),
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
