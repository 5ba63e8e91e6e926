import type { CallContext } from '#server/http/context.ts'
import { countRows } from '#server/db/countRows.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { choiceColumn, dateColumn, integerColumn, listColumn, required, textColumn } from '#server/sheets/columns.ts'
import { exportSheet, exportTemplateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { formatWords } from '#server/sheets/wordList.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import { type Member, MEMBER_SHEET_LIMIT_MB, memberRow, SEXES } from '#shared/contract/member.ts'
import { MAX_POINTS } from '#shared/contract/memberLevel.ts'
import { requireMemberAction } from './access.ts'
import { selectMemberRow, queryMembers } from './find.ts'
import { present } from './present.ts'
import { toNameKey } from './save.ts'

const NAME = '会员'

const IMPORT_COLUMNS = {
  userName: required(textColumn('账号')),
  name: required(textColumn('姓名', 100)),
  phone: required(textColumn('手机号', 40)),
  email: required(textColumn('邮箱')),
  nickName: textColumn('昵称', 100),
  sex: choiceColumn('性别', { [SEXES[0]]: SEXES[0], [SEXES[1]]: SEXES[1] }),
  birthday: dateColumn('生日'),
  groups: listColumn('会员组'),
  points: integerColumn('积分', { min: 0, max: MAX_POINTS }),
}
type Row = GoodRow<typeof IMPORT_COLUMNS>

const EXPORT_COLUMNS: readonly WriteColumn<Member>[] = [
  { title: IMPORT_COLUMNS.userName.title, width: 24, value: (row) => row.userName },
  { title: IMPORT_COLUMNS.name.title, width: 16, value: (row) => row.name },
  { title: IMPORT_COLUMNS.phone.title, width: 18, value: (row) => row.phone },
  { title: IMPORT_COLUMNS.email.title, width: 30, value: (row) => row.email },
  { title: IMPORT_COLUMNS.nickName.title, width: 16, value: (row) => row.nickName },
  { title: IMPORT_COLUMNS.sex.title, value: (row) => row.sex },
  { title: IMPORT_COLUMNS.birthday.title, width: 14, value: (row) => row.birthday },
  { title: IMPORT_COLUMNS.groups.title, width: 30, value: (row) => formatWords(row.groupNames ?? []) },
  { title: IMPORT_COLUMNS.points.title, kind: 'number', value: (row) => row.points ?? 0 },
  { title: '等级', value: (row) => row.grade },
  { title: '状态', value: (row) => (row.isEnable ? '正常' : '停用') },
  { title: '来源', value: (row) => row.source },
  { title: '创建时间', width: 20, value: (row) => row.createTime ?? '' },
]
/** Columns of an export that an import ignores. */
const EXPORT_ONLY_TITLES = ['等级', '状态', '来源', '创建时间']

/** Exports members; phone and e-mail are masked as in the list. */
const exportMembers = new OwnTransactions<'member.outputData'>(async (ctx, wanted) => {
  requireMemberAction(ctx, 'export')
  const found = queryMembers(ctx, wanted)
  const rows = inBatches(async (after) => {
    const batch = selectMemberRow(found).where('member.id', '>', after).orderBy('member.id').limit(BATCH_ROWS)
    return present(ctx, await batch.execute())
  })
  return exportSheet(ctx, { name: NAME, columns: EXPORT_COLUMNS, rows, total: () => countRows(found) })
})

const importMembers = new OwnTransactions<'member.importData'>(
  async (ctx, { xlsxPath, siteId, unknownColumns, checkOnly }) => {
    requireMemberAction(ctx, 'import')
    await requireActiveSites(ctx, [siteId])
    return importSheet(ctx, {
      xlsxPath,
      columns: IMPORT_COLUMNS,
      limitMb: MEMBER_SHEET_LIMIT_MB,
      mode: 'good',
      unknownColumns,
      checkOnly,
      ignoredTitles: EXPORT_ONLY_TITLES,
      importRows: (db, rows) => insertBatch({ ...ctx, db }, siteId, rows),
    })
  },
)

/**
 * Inserts the members of a batch without avatar and password, so that they can't sign in yet. Refuses user names that
 * the site already has or that occur twice in the sheet.
 */
async function insertBatch(ctx: CallContext, siteId: number, rows: readonly Row[]): Promise<Refusal[]> {
  const refusals: Refusal[] = []
  const groups = await readGroupIds(ctx, siteId)
  const names = await findExistingKeys(ctx, siteId, rows)
  const added = new Map<string, { row: number; record: ReturnType<typeof createRecord>; groups: number[] }>()
  for (const { row, values } of rows) {
    const { groups: wanted, sex, points, ...fields } = values
    const form = memberRow.safeParse({ ...fields, sex: sex ?? undefined, points: points ?? undefined })
    const unknown = wanted.find((name) => !groups.has(name))
    const reason = !form.success
      ? (form.error.issues[0]?.message ?? '')
      : unknown !== undefined
        ? `该站点没有会员组“${unknown}”`
        : names.has(toNameKey(form.data.userName))
          ? `账号“${form.data.userName}”已存在`
          : ''
    if (reason || !form.success) refusals.push({ row, reason })
    else {
      const record = createRecord(ctx, siteId, form.data)
      names.add(record.userNameKey)
      added.set(record.userNameKey, { row, record, groups: wanted.flatMap((name) => groups.get(name) ?? []) })
    }
  }
  if (added.size === 0) return refusals
  const inserted = await ctx.db
    .insertInto('member')
    .values([...added.values()].map(({ record }) => record))
    // A concurrent call may insert the same member.
    .onConflict((conflict) => conflict.columns(['siteId', 'userNameKey']).doNothing())
    .returning(['id', 'userNameKey'])
    .execute()
  const links = inserted.flatMap(({ id, userNameKey }) => {
    const groupList = added.get(userNameKey)?.groups ?? []
    added.delete(userNameKey)
    return [...new Set(groupList)].map((groupId) => ({ memberId: id, groupId }))
  })
  if (links.length > 0) await ctx.db.insertInto('member_in_group').values(links).execute()
  return [
    ...refusals,
    ...[...added.values()].map(({ row, record }) => ({ row, reason: `账号“${record.userName}”已存在` })),
  ]
}

function createRecord(ctx: CallContext, siteId: number, fields: (typeof memberRow)['_zod']['output']) {
  const now = ctx.clock.now().getTime()
  return {
    ...fields,
    siteId,
    userNameKey: toNameKey(fields.userName),
    points: fields.points ?? 0,
    headSculpture: '',
    levelId: 0,
    source: 'import',
    isEnable: 1,
    eraseTime: 0,
    createTime: now,
    updatedBy: ctx.requireSignedIn().username,
    updateTime: now,
  } as const
}

/** The site's group ids by name. */
async function readGroupIds({ db }: CallContext, siteId: number): Promise<Map<string, number>> {
  const rows = await db.selectFrom('member_group').select(['id', 'name']).where('siteId', '=', siteId).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

async function findExistingKeys({ db }: CallContext, siteId: number, rows: readonly Row[]): Promise<Set<string>> {
  const keys = rows.map(({ values }) => toNameKey(values.userName))
  const existing = await db
    .selectFrom('member')
    .select('userNameKey')
    .where('siteId', '=', siteId)
    .where('userNameKey', 'in', keys)
    .execute()
  return new Set(existing.map(({ userNameKey }) => userNameKey))
}

const template: Handler<'member.sheetTemplate'> = (ctx) => exportTemplateSheet(ctx, `${NAME}导入模板`, IMPORT_COLUMNS)

/** Import and export of members; requires the permissions 1120 and 1121 of 会员管理. */
export const sheetRoutes = {
  'member.outputData': exportMembers,
  'member.importData': importMembers,
  'member.sheetTemplate': template,
}
