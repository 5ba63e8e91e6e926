import { initialsOf } from '#server/db/initials.ts'
import { countOf } from '#server/db/countOf.ts'
import type { CallContext } from '#server/http/context.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { needed, textColumn } from '#server/sheets/columns.ts'
import { exportSheet, templateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { requireExport, requireImport } from '#server/sheets/rights.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import { ACCOUNT_SHEET_LIMIT_MB, accountRow } from '#shared/contract/accountEdit.ts'
import { passwordProblem } from '#shared/domain/passwordStrength.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { inParts } from '#shared/util/lists.ts'
import { readRules, type Rules } from '../signInRules/index.ts'
import { accountsFound, type ListedAccount, withGroups } from './list.ts'
import { usernameKeyOf } from './names.ts'
import { hashPassword } from './passwords.ts'
import { givenGroups } from './rights.ts'
import type { Role } from '#shared/contract/role.ts'
import { allDepartments, departmentPaths } from '../department/index.ts'
import { allGroups, groupsUnder } from '../role/index.ts'

/** Path of each node of a tree, from the top: 站点编辑 / 新闻组. */
type Paths = ReadonlyMap<number, string>

const BETWEEN = ' / '

/** Paths of the caller's group and the groups below it. */
async function groupPaths(ctx: CallContext): Promise<Paths> {
  const { authority, role } = ctx.signed()
  const paths = new Map([[authority.groupId, role]])
  const walk = (groups: readonly Role[], above: string): void => {
    for (const { id, title, childAdminGroup } of groups) {
      const path = above + BETWEEN + title
      paths.set(id, path)
      walk(childAdminGroup, path)
    }
  }
  walk(groupsUnder(await allGroups(ctx.db), authority.groupId), role)
  return paths
}

const departmentNames = async ({ db }: CallContext): Promise<Paths> => departmentPaths(await allDepartments(db))

const lastOf = (path: string): string => path.split(BETWEEN).at(-1) ?? path
const isEnd = (path: string, end: string): boolean => path === end || path.endsWith(BETWEEN + end)

/** The shortest name that is unique, so that an import finds the node again. */
function nameOf(paths: Paths, id: number): string {
  const path = paths.get(id) ?? ''
  const name = lastOf(path)
  return [...paths.values()].filter((each) => isEnd(each, name)).length > 1 ? path : name
}

/**
 * Creates a function that finds a node by its name, or by the end of its path if several have the name.
 * @param what 管理员组
 */
function finder(paths: Paths, what: string): (typed: string) => { id: number } | { problem: string } {
  return (typed) => {
    const wanted = typed
      .split('/')
      .map((part) => part.trim())
      .join(BETWEEN)
    const whole = [...paths].filter(([, path]) => path === wanted)
    const found = whole.length === 1 ? whole : [...paths].filter(([, path]) => isEnd(path, wanted))
    const [first] = found
    if (!first) return { problem: `找不到${what}“${typed}”` }
    if (found.length > 1) return { problem: `有 ${found.length} 个${what}叫“${typed}”，请写明上级，例如“${first[1]}”` }
    return { id: first[0] }
  }
}

const PLACE = { siteId: 0, menuId: MENU.account }
const NAME = '账号'
/** Parallel hashes; each needs 19 MiB. */
const HASHES = 4

const READ = {
  userName: needed(textColumn('账号')),
  trueName: needed(textColumn('姓名')),
  employeeNumber: needed(textColumn('员工编号')),
  phone: needed(textColumn('手机号')),
  email: needed(textColumn('邮箱')),
  group: needed(textColumn('管理员组')),
  department: textColumn('所属部门'),
  password: textColumn('初始密码'),
}
type Row = GoodRow<typeof READ>

const written = (groups: Paths, departments: Paths): WriteColumn<ListedAccount>[] => [
  { title: READ.userName.title, value: ({ username }) => username },
  { title: READ.trueName.title, value: ({ trueName }) => trueName },
  { title: READ.employeeNumber.title, value: ({ employeeNumber }) => employeeNumber },
  { title: READ.phone.title, value: ({ phone }) => phone },
  { title: READ.email.title, width: 30, value: ({ email }) => email },
  { title: READ.group.title, width: 24, value: ({ roleId, groupName }) => nameOf(groups, roleId) || groupName },
  { title: READ.department.title, width: 24, value: ({ departmentId }) => nameOf(departments, departmentId ?? 0) },
  { title: '状态', value: ({ isStatus }) => (isStatus ? '启用' : '停用') },
  { title: '最后登录时间', value: ({ lastLoginTime }) => (lastLoginTime ? formatDateTime(lastLoginTime) : '') },
  { title: '最后登录IP', value: ({ lastLoginIp }) => lastLoginIp },
  { title: '登录总次数', kind: 'number', value: ({ loginTimes }) => loginTimes },
]
/** Columns of an export that an import ignores. */
const KNOWN = ['状态', '最后登录时间', '最后登录IP', '登录总次数']

const exported: Handler<'account.exportSheet'> = async (ctx, wanted) => {
  requireExport(ctx, PLACE)
  const found = await accountsFound(ctx, wanted)
  const columns = written(await groupPaths(ctx), await departmentNames(ctx))
  const rows = inBatches((after) =>
    withGroups(found).where('account.id', '>', after).orderBy('account.id').limit(BATCH_ROWS).execute(),
  )
  return exportSheet(ctx, { name: NAME, columns, rows, total: () => countOf(found) })
}

/**
 * Imports accounts. An initial password must be changed at the first sign-in; without one, an administrator has to
 * reset it.
 */
const imported = new OwnTransactions<'account.importSheet'>(async (ctx, { xlsxPath, unknownColumns, checkOnly }) => {
  requireImport(ctx, PLACE)
  const given = await givenGroups(ctx)
  const groups = new Map([...(await groupPaths(ctx))].filter(([id]) => given === null || given.has(id)))
  const lookups = { group: finder(groups, '管理员组'), department: finder(await departmentNames(ctx), '部门') }
  const hashes = new Map<string, string>()
  const rules = await readRules(ctx.db)
  return importSheet(ctx, {
    xlsxPath,
    columns: READ,
    limitMb: ACCOUNT_SHEET_LIMIT_MB,
    mode: 'good',
    unknownColumns,
    known: KNOWN,
    checkOnly,
    prepare: async (rows) => {
      const passwords = [...new Set(rows.map(({ values }) => values.password))].filter(Boolean)
      for (const part of inParts(passwords, HASHES))
        await Promise.all(part.map(async (password) => hashes.set(password, await hashPassword(password))))
    },
    take: (db, rows) => take({ ...ctx, db }, rows, { ...lookups, rules }, hashes),
  })
})

type Finder = ReturnType<typeof finder>
interface Lookups {
  rules: Rules
  group: Finder
  department: Finder
}

/** Inserts the accounts of a batch; returns the refused rows. */
async function take(ctx: CallContext, rows: readonly Row[], lookups: Lookups, hashes: ReadonlyMap<string, string>) {
  const left: Refusal[] = []
  const added: ReturnType<typeof newRow>[] = []
  const names = await namesAmong(ctx, rows)
  for (const { row, values } of rows) {
    const form = formOf(values, lookups)
    if (typeof form === 'string') left.push({ row, reason: form })
    else if (names.has(usernameKeyOf(form.userName))) left.push({ row, reason: `账号“${form.userName}”已存在` })
    else {
      names.add(usernameKeyOf(form.userName))
      added.push(newRow(ctx, form, hashes.get(values.password) ?? null))
    }
  }
  const initials = await initialsOf(added.map(({ trueName }) => trueName))
  const whole = added.map((row, at) => ({ ...row, initials: initials[at] ?? '' }))
  if (whole.length > 0) await ctx.db.insertInto('account').values(whole).execute()
  return left
}

/** Converts a row to a form, or returns why it is invalid. */
function formOf({ group, department, ...values }: Row['values'], lookups: Lookups) {
  const role = lookups.group(group)
  if ('problem' in role) return role.problem
  const within = department ? lookups.department(department) : { id: 0 }
  if ('problem' in within) return within.problem
  const weak = values.password && passwordProblem(lookups.rules, values.password, values.userName)
  if (weak) return weak
  const form = accountRow.safeParse({ ...values, roleIdList: [role.id], departmentId: within.id })
  return form.success ? form.data : (form.error.issues[0]?.message ?? '')
}

type Form = Exclude<ReturnType<typeof formOf>, string>

function newRow(ctx: CallContext, form: Form, passwordHash: string | null) {
  const { userName, roleIdList, departmentId, trueName, employeeNumber, phone, email } = form
  const now = ctx.clock.now().getTime()
  return {
    username: userName,
    usernameKey: usernameKeyOf(userName),
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
    updatedBy: ctx.signed().username,
  } as const
}

async function namesAmong({ db }: CallContext, rows: readonly Row[]): Promise<Set<string>> {
  const keys = rows.map(({ values }) => usernameKeyOf(values.userName))
  const found = await db.selectFrom('account').select('usernameKey').where('usernameKey', 'in', keys).execute()
  return new Set(found.map(({ usernameKey }) => usernameKey))
}

const template: Handler<'account.sheetTemplate'> = (ctx) => templateSheet(ctx, `${NAME}导入模板`, READ)

/** Import and export of accounts; requires the permissions 1120 and 1121 of 账号管理. */
export const sheetRoutes = {
  'account.exportSheet': exported,
  'account.importSheet': imported,
  'account.sheetTemplate': template,
}
