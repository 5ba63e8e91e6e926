import { computeInitials } from '#server/db/initials.ts'
import { countRows } from '#server/db/countRows.ts'
import type { CallContext } from '#server/http/context.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { required, textColumn } from '#server/sheets/columns.ts'
import { exportSheet, exportTemplateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { requireExport, requireImport } from '#server/sheets/rights.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import { ACCOUNT_SHEET_LIMIT_MB, accountRow } from '#shared/contract/accountEdit.ts'
import { passwordProblem } from '#shared/domain/passwordStrength.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { readRules, type Rules } from '../signInRules/index.ts'
import { queryVisibleAccounts, type ListedAccount, selectListColumns } from './list.ts'
import { toUsernameKey } from './names.ts'
import { hashPassword } from './passwords.ts'
import { readAssignableGroups } from './rights.ts'
import type { Role } from '#shared/contract/role.ts'
import { readDepartments, toDepartmentPaths } from '../department/index.ts'
import { readGroups, toGroupTree } from '../role/index.ts'

/** Path of each node of a tree, from the top: 站点编辑 / 新闻组. */
type TreePaths = ReadonlyMap<number, string>

const SEPARATOR = ' / '

/** Paths of the caller's group and the groups below it. */
async function groupPaths(ctx: CallContext): Promise<TreePaths> {
  const { authority, role } = ctx.requireSignedIn()
  const paths = new Map([[authority.groupId, role]])
  const walk = (groups: readonly Role[], above: string): void => {
    for (const { id, title, childAdminGroup } of groups) {
      const path = above + SEPARATOR + title
      paths.set(id, path)
      walk(childAdminGroup, path)
    }
  }
  walk(toGroupTree(await readGroups(ctx.db), authority.groupId), role)
  return paths
}

const departmentNames = async ({ db }: CallContext): Promise<TreePaths> => toDepartmentPaths(await readDepartments(db))

const toLastName = (path: string): string => path.split(SEPARATOR).at(-1) ?? path
const endsWithPath = (path: string, end: string): boolean => path === end || path.endsWith(SEPARATOR + end)

/** The shortest name that is unique, so that an import finds the node again. */
function toShortestName(paths: TreePaths, id: number): string {
  const path = paths.get(id) ?? ''
  const name = toLastName(path)
  return [...paths.values()].filter((each) => endsWithPath(each, name)).length > 1 ? path : name
}

/**
 * Creates a function that finds a node by its name, or by the end of its path if several have the name.
 * @param what 管理员组
 */
function createFinder(paths: TreePaths, what: string): (typed: string) => { id: number } | { problem: string } {
  return (typed) => {
    const wanted = typed
      .split('/')
      .map((part) => part.trim())
      .join(SEPARATOR)
    const whole = [...paths].filter(([, path]) => path === wanted)
    const found = whole.length === 1 ? whole : [...paths].filter(([, path]) => endsWithPath(path, wanted))
    const [first] = found
    if (!first) return { problem: `找不到${what}“${typed}”` }
    if (found.length > 1) return { problem: `有 ${found.length} 个${what}叫“${typed}”，请写明上级，例如“${first[1]}”` }
    return { id: first[0] }
  }
}

const ACCOUNT_SCREEN = { siteId: 0, menuId: MENU.account }
const NAME = '账号'
/** Parallel hashes; each needs 19 MiB. */
const MAX_PARALLEL_HASHES = 4

const IMPORT_COLUMNS = {
  userName: required(textColumn('账号')),
  trueName: required(textColumn('姓名')),
  employeeNumber: required(textColumn('员工编号')),
  phone: required(textColumn('手机号')),
  email: required(textColumn('邮箱')),
  group: required(textColumn('管理员组')),
  department: textColumn('所属部门'),
  password: textColumn('初始密码'),
}
type Row = GoodRow<typeof IMPORT_COLUMNS>

const createExportColumns = (groups: TreePaths, departments: TreePaths): WriteColumn<ListedAccount>[] => [
  { title: IMPORT_COLUMNS.userName.title, value: ({ username }) => username },
  { title: IMPORT_COLUMNS.trueName.title, value: ({ trueName }) => trueName },
  { title: IMPORT_COLUMNS.employeeNumber.title, value: ({ employeeNumber }) => employeeNumber },
  { title: IMPORT_COLUMNS.phone.title, value: ({ phone }) => phone },
  { title: IMPORT_COLUMNS.email.title, width: 30, value: ({ email }) => email },
  {
    title: IMPORT_COLUMNS.group.title,
    width: 24,
    value: ({ roleId, groupName }) => toShortestName(groups, roleId) || groupName,
  },
  {
    title: IMPORT_COLUMNS.department.title,
    width: 24,
    value: ({ departmentId }) => toShortestName(departments, departmentId ?? 0),
  },
  { title: '状态', value: ({ isStatus }) => (isStatus ? '启用' : '停用') },
  { title: '最后登录时间', value: ({ lastLoginTime }) => (lastLoginTime ? formatDateTime(lastLoginTime) : '') },
  { title: '最后登录IP', value: ({ lastLoginIp }) => lastLoginIp },
  { title: '登录总次数', kind: 'number', value: ({ loginTimes }) => loginTimes },
]
/** Columns of an export that an import ignores. */
const EXPORT_ONLY_TITLES = ['状态', '最后登录时间', '最后登录IP', '登录总次数']

const exportAccounts: Handler<'account.exportSheet'> = async (ctx, wanted) => {
  requireExport(ctx, ACCOUNT_SCREEN)
  const found = await queryVisibleAccounts(ctx, wanted)
  const columns = createExportColumns(await groupPaths(ctx), await departmentNames(ctx))
  const rows = inBatches((after) =>
    selectListColumns(found).where('account.id', '>', after).orderBy('account.id').limit(BATCH_ROWS).execute(),
  )
  return exportSheet(ctx, { name: NAME, columns, rows, total: () => countRows(found) })
}

/**
 * Imports accounts. An initial password must be changed at the first sign-in; without one, an administrator has to
 * reset it.
 */
const importAccounts = new OwnTransactions<'account.importSheet'>(
  async (ctx, { xlsxPath, unknownColumns, checkOnly }) => {
    requireImport(ctx, ACCOUNT_SCREEN)
    const assignable = await readAssignableGroups(ctx)
    const groups = new Map([...(await groupPaths(ctx))].filter(([id]) => assignable === null || assignable.has(id)))
    const lookups = {
      group: createFinder(groups, '管理员组'),
      department: createFinder(await departmentNames(ctx), '部门'),
    }
    const hashes = new Map<string, string>()
    const rules = await readRules(ctx.db)
    return importSheet(ctx, {
      xlsxPath,
      columns: IMPORT_COLUMNS,
      limitMb: ACCOUNT_SHEET_LIMIT_MB,
      mode: 'good',
      unknownColumns,
      ignoredTitles: EXPORT_ONLY_TITLES,
      checkOnly,
      prepare: async (rows) => {
        const passwords = [...new Set(rows.map(({ values }) => values.password))].filter(Boolean)
        for (const part of splitIntoBatches(passwords, MAX_PARALLEL_HASHES))
          await Promise.all(part.map(async (password) => hashes.set(password, await hashPassword(password))))
      },
      importRows: (db, rows) => insertBatch({ ...ctx, db }, rows, { ...lookups, rules }, hashes),
    })
  },
)

type Finder = ReturnType<typeof createFinder>
interface Lookups {
  rules: Rules
  group: Finder
  department: Finder
}

/** Inserts the accounts of a batch; returns the refused rows. */
async function insertBatch(
  ctx: CallContext,
  rows: readonly Row[],
  lookups: Lookups,
  hashes: ReadonlyMap<string, string>,
) {
  const refusals: Refusal[] = []
  const added: ReturnType<typeof createRow>[] = []
  const names = await findExistingKeys(ctx, rows)
  for (const { row, values } of rows) {
    const form = toForm(values, lookups)
    if (typeof form === 'string') refusals.push({ row, reason: form })
    else if (names.has(toUsernameKey(form.userName))) refusals.push({ row, reason: `账号“${form.userName}”已存在` })
    else {
      names.add(toUsernameKey(form.userName))
      added.push(createRow(ctx, form, hashes.get(values.password) ?? null))
    }
  }
  const initials = await computeInitials(added.map(({ trueName }) => trueName))
  const rowsWithInitials = added.map((row, at) => ({ ...row, initials: initials[at] ?? '' }))
  if (rowsWithInitials.length > 0) await ctx.db.insertInto('account').values(rowsWithInitials).execute()
  return refusals
}

/** Converts a row to a form, or returns why it is invalid. */
function toForm({ group, department, ...values }: Row['values'], lookups: Lookups) {
  const role = lookups.group(group)
  if ('problem' in role) return role.problem
  const departmentMatch = department ? lookups.department(department) : { id: 0 }
  if ('problem' in departmentMatch) return departmentMatch.problem
  const passwordIssue = values.password && passwordProblem(lookups.rules, values.password, values.userName)
  if (passwordIssue) return passwordIssue
  const form = accountRow.safeParse({ ...values, roleIdList: [role.id], departmentId: departmentMatch.id })
  return form.success ? form.data : (form.error.issues[0]?.message ?? '')
}

type Form = Exclude<ReturnType<typeof toForm>, string>

function createRow(ctx: CallContext, form: Form, passwordHash: string | null) {
  const { userName, roleIdList, departmentId, trueName, employeeNumber, phone, email } = form
  const now = ctx.clock.now().getTime()
  return {
    username: userName,
    usernameKey: toUsernameKey(userName),
    trueName,
    employeeNumber,
    phone,
    email,
    roleId: roleIdList[0] ?? 0,
    departmentId: departmentId === 0 ? null : departmentId,
    passwordHash,
    passwordTime: now,
    mustChangePassword: passwordHash === null ? 0 : 1,
    isStatus: 1,
    createTime: now,
    updateTime: now,
    updatedBy: ctx.requireSignedIn().username,
  } as const
}

async function findExistingKeys({ db }: CallContext, rows: readonly Row[]): Promise<Set<string>> {
  const keys = rows.map(({ values }) => toUsernameKey(values.userName))
  const found = await db.selectFrom('account').select('usernameKey').where('usernameKey', 'in', keys).execute()
  return new Set(found.map(({ usernameKey }) => usernameKey))
}

const template: Handler<'account.sheetTemplate'> = (ctx) => exportTemplateSheet(ctx, `${NAME}导入模板`, IMPORT_COLUMNS)

/** Import and export of accounts; requires the permissions 1120 and 1121 of 账号管理. */
export const sheetRoutes = {
  'account.exportSheet': exportAccounts,
  'account.importSheet': importAccounts,
  'account.sheetTemplate': template,
}
