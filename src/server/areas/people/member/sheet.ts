import type { CallContext } from '#server/http/context.ts'
import { countOf } from '#server/db/countOf.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { requireLivingSites } from '#server/siteAccess.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { choiceColumn, dateColumn, integerColumn, listColumn, needed, textColumn } from '#server/sheets/columns.ts'
import { exportSheet, templateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { wordsText } from '#server/sheets/wordList.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import { type Member, MEMBER_SHEET_LIMIT_MB, memberRow, SEXES } from '#shared/contract/member.ts'
import { MAX_POINTS } from '#shared/contract/memberLevel.ts'
import { requireDeed } from './access.ts'
import { memberRows, wantedMembers } from './find.ts'
import { present } from './present.ts'
import { nameKey } from './save.ts'

const NAME = '会员'

const READ = {
  userName: needed(textColumn('账号')),
  name: needed(textColumn('姓名', 100)),
  phone: needed(textColumn('手机号', 40)),
  email: needed(textColumn('邮箱')),
  nickName: textColumn('昵称', 100),
  sex: choiceColumn('性别', { [SEXES[0]]: SEXES[0], [SEXES[1]]: SEXES[1] }),
  birthday: dateColumn('生日'),
  groups: listColumn('会员组'),
  points: integerColumn('积分', { min: 0, max: MAX_POINTS }),
}
type Row = GoodRow<typeof READ>

const WRITTEN: readonly WriteColumn<Member>[] = [
  { title: READ.userName.title, width: 24, value: (row) => row.userName },
  { title: READ.name.title, width: 16, value: (row) => row.name },
  { title: READ.phone.title, width: 18, value: (row) => row.phone },
  { title: READ.email.title, width: 30, value: (row) => row.email },
  { title: READ.nickName.title, width: 16, value: (row) => row.nickName },
  { title: READ.sex.title, value: (row) => row.sex },
  { title: READ.birthday.title, width: 14, value: (row) => row.birthday },
  { title: READ.groups.title, width: 30, value: (row) => wordsText(row.groupNames ?? []) },
  { title: READ.points.title, kind: 'number', value: (row) => row.points ?? 0 },
  { title: '等级', value: (row) => row.grade },
  { title: '状态', value: (row) => (row.isEnable ? '正常' : '停用') },
  { title: '来源', value: (row) => row.source },
  { title: '创建时间', width: 20, value: (row) => row.createTime ?? '' },
]
/** Columns of an export that an import ignores. */
const WRITTEN_ONLY = ['等级', '状态', '来源', '创建时间']

/** Exports members; phone and e-mail are masked as in the list. */
const exported = new OwnTransactions<'member.outputData'>(async (ctx, wanted) => {
  requireDeed(ctx, 'export')
  const found = wantedMembers(ctx, wanted)
  const rows = inBatches(async (after) => {
    const batch = memberRows(found).where('member.id', '>', after).orderBy('member.id').limit(BATCH_ROWS)
    return present(ctx, await batch.execute())
  })
  return exportSheet(ctx, { name: NAME, columns: WRITTEN, rows, total: () => countOf(found) })
})

const imported = new OwnTransactions<'member.importData'>(
  async (ctx, { xlsxPath, siteId, unknownColumns, checkOnly }) => {
    requireDeed(ctx, 'import')
    await requireLivingSites(ctx, [siteId])
    return importSheet(ctx, {
      xlsxPath,
      columns: READ,
      limitMb: MEMBER_SHEET_LIMIT_MB,
      mode: 'good',
      unknownColumns,
      checkOnly,
      known: WRITTEN_ONLY,
      take: (db, rows) => take({ ...ctx, db }, siteId, rows),
    })
  },
)

/**
 * Inserts the members of a batch without avatar and password, so that they can't sign in yet. Refuses user names that
 * the site already has or that occur twice in the sheet.
 */
async function take(ctx: CallContext, siteId: number, rows: readonly Row[]): Promise<Refusal[]> {
  const left: Refusal[] = []
  const groups = await groupIds(ctx, siteId)
  const names = await namesAmong(ctx, siteId, rows)
  const added = new Map<string, { row: number; record: ReturnType<typeof recordOf>; groups: number[] }>()
  for (const { row, values } of rows) {
    const { groups: wanted, sex, points, ...fields } = values
    const form = memberRow.safeParse({ ...fields, sex: sex ?? undefined, points: points ?? undefined })
    const unknown = wanted.find((name) => !groups.has(name))
    const reason = !form.success
      ? (form.error.issues[0]?.message ?? '')
      : unknown !== undefined
        ? `该站点没有会员组“${unknown}”`
        : names.has(nameKey(form.data.userName))
          ? `账号“${form.data.userName}”已存在`
          : ''
    if (reason || !form.success) left.push({ row, reason })
    else {
      const record = recordOf(ctx, siteId, form.data)
      names.add(record.userNameKey)
      added.set(record.userNameKey, { row, record, groups: wanted.flatMap((name) => groups.get(name) ?? []) })
    }
  }
  if (added.size === 0) return left
  const made = await ctx.db
    .insertInto('member')
    .values([...added.values()].map(({ record }) => record))
    // A concurrent call may insert the same member.
    .onConflict((conflict) => conflict.columns(['siteId', 'userNameKey']).doNothing())
    .returning(['id', 'userNameKey'])
    .execute()
  const links = made.flatMap(({ id, userNameKey }) => {
    const groupList = added.get(userNameKey)?.groups ?? []
    added.delete(userNameKey)
    return [...new Set(groupList)].map((groupId) => ({ memberId: id, groupId }))
  })
  if (links.length > 0) await ctx.db.insertInto('member_in_group').values(links).execute()
  return [...left, ...[...added.values()].map(({ row, record }) => ({ row, reason: `账号“${record.userName}”已存在` }))]
}

function recordOf(ctx: CallContext, siteId: number, fields: (typeof memberRow)['_zod']['output']) {
  const now = ctx.clock.now().getTime()
  return {
    ...fields,
    siteId,
    userNameKey: nameKey(fields.userName),
    points: fields.points ?? 0,
    headSculpture: '',
    levelId: 0,
    source: 'import',
    isEnable: 1,
    eraseTime: 0,
    createTime: now,
    updatedBy: ctx.signed().username,
    updateTime: now,
  } as const
}

/** The site's group ids by name. */
async function groupIds({ db }: CallContext, siteId: number): Promise<Map<string, number>> {
  const rows = await db.selectFrom('member_group').select(['id', 'name']).where('siteId', '=', siteId).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

async function namesAmong({ db }: CallContext, siteId: number, rows: readonly Row[]): Promise<Set<string>> {
  const keys = rows.map(({ values }) => nameKey(values.userName))
  const there = await db
    .selectFrom('member')
    .select('userNameKey')
    .where('siteId', '=', siteId)
    .where('userNameKey', 'in', keys)
    .execute()
  return new Set(there.map(({ userNameKey }) => userNameKey))
}

const template: Handler<'member.sheetTemplate'> = (ctx) => templateSheet(ctx, `${NAME}导入模板`, READ)

/** Import and export of members; requires the permissions 1120 and 1121 of 会员管理. */
export const sheetRoutes = {
  'member.outputData': exported,
  'member.importData': imported,
  'member.sheetTemplate': template,
}
