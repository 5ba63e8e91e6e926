import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mockCalls, type MockInput, type MockName, type MockOutput, mockProvince } from '#shared/contract/mock.ts'
import { MOCK_ACCOUNTS, MOCK_ERRORS, type MockAccount } from '#shared/mock/accounts.ts'
import { MOCK_ROUTES } from '#shared/mock/routes.ts'
import { MOCK_DESCRIPTIONS, MOCK_LOGS, type MockDepartment, mockDepartments } from '#shared/mock/samples.ts'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import { decryptPassword, publicKey } from '../system/index.ts'
import { randomUUID } from 'node:crypto'
import { formatDateTime } from '#shared/util/dates.ts'

interface DepartmentEdit {
  /** '' for a new department. */
  id: string
  parentId?: string | undefined
  name: string
  order?: number | undefined
}

/** Limit of departments, because anybody may call the mock server. */
const MAX_DEPARTMENTS = 1000

const countOf = (list: readonly MockDepartment[]): number =>
  list.reduce((sum, { children = [] }) => sum + 1 + countOf(children), 0)

function findDepartment(list: readonly MockDepartment[], id: string): MockDepartment | null {
  for (const each of list) {
    const found = each.id === id ? each : findDepartment(each.children ?? [], id)
    if (found) return found
  }
  return null
}

/** Adds or changes a department. @returns false when the department, or the parent of a new one, is missing */
function saveDepartment(
  tree: MockDepartment[],
  { id, parentId = '0', name, order }: DepartmentEdit,
  now: Date,
): boolean {
  if (id !== '') {
    const existing = findDepartment(tree, id)
    if (existing) Object.assign(existing, { name, label: name, ...(order !== undefined && { order }) })
    return existing !== null
  }
  const parent = findDepartment(tree, parentId)
  if ((parent === null && parentId !== '0' && parentId !== '') || countOf(tree) >= MAX_DEPARTMENTS) return false
  const added: MockDepartment = {
    id: randomUUID(),
    parentId: parent?.id ?? '0',
    parentName: parent?.name ?? '',
    name,
    label: name,
    order: order ?? 0,
    createTime: formatDateTime(now),
  }
  if (parent) parent.children = [...(parent.children ?? []), added]
  else tree.push(added)
  return true
}

/** The tree without these departments and their descendants. */
const removeDepartments = (tree: readonly MockDepartment[], ids: ReadonlySet<string>): MockDepartment[] =>
  tree
    .filter(({ id }) => !ids.has(id))
    .map(({ children, ...rest }) => {
      const left = removeDepartments(children ?? [], ids)
      return { ...rest, ...(left.length > 0 && { children: left }) }
    })

/** A failure of the mock server: HTTP status 200 with another code, as its front end expects. */
export class MockFailure extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A response with its own message; other responses say `success`. */
export class MockReply<T> {
  readonly body: T
  readonly msg: string
  constructor(body: T, msg: string) {
    this.body = body
    this.msg = msg
  }
}

type Handler<N extends MockName> = (
  deps: ServerDeps,
  input: MockInput<N>,
  request: FastifyRequest,
) => MockOutput<N> | MockReply<MockOutput<N>> | Promise<MockOutput<N>>

/** Changes made on this server; kept in memory only. */
const mockState = perServer(() => ({ departments: mockDepartments() }))

const pageOf = <T>(rows: readonly T[], { pageNo, pageSize }: { pageNo: number; pageSize: number }): T[] =>
  rows.slice((pageNo - 1) * pageSize, pageNo * pageSize)

/** A grey circle with a letter, so that the mock needs no other server's picture. */
const avatarOf = (name: string): string => {
  const letter = name
    .slice(0, 1)
    .toUpperCase()
    .replace(/[<>&"']/g, '')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><circle cx="40" cy="40" r="40" fill="#5b6b7b"/><text x="40" y="52" font-size="34" font-family="sans-serif" fill="#fff" text-anchor="middle">${letter}</text></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

async function readUsername(deps: ServerDeps, { username, param }: MockInput<'login'>): Promise<string> {
  if (param === undefined) return username
  try {
    const form: unknown = JSON.parse((await decryptPassword(deps, param)) ?? '')
    return z.object({ username: z.string() }).parse(form).username
  } catch {
    return ''
  }
}

/** The account of the `token` header, or of `authorization: Bearer`. */
function requireAccount({ headers }: FastifyRequest): MockAccount {
  const given = [headers['token']].flat()[0] ?? headers.authorization?.replace(/^bearer\s+/i, '') ?? ''
  const account = MOCK_ACCOUNTS.find(({ token }) => token === given)
  if (!account) throw new MockFailure(401, '登录已失效，请重新登录')
  return account
}

const createTokenResponse = (username: string): { data: { token: string } } => {
  const account = MOCK_ACCOUNTS.find((each) => each.username === username)
  if (!account) throw new MockFailure(500, MOCK_ERRORS.login)
  return { data: { token: account.token } }
}

async function readMockFile<T extends z.ZodType>(
  { resourcesDir }: ServerDeps,
  name: string,
  schema: T,
): Promise<z.output<T>> {
  return schema.parse(JSON.parse(await readFile(path.join(resourcesDir, 'mock', name), 'utf8')))
}

const matches = ({ name }: MockDepartment, key: string): boolean => name.includes(key)

/** Calls 213–226, with the data and failures of the documents. */
export const mockHandlers: { [N in MockName]: Handler<N> } = {
  'router.getList': () => ({ data: structuredClone(MOCK_ROUTES) as MockOutput<'router.getList'>['data'] }),
  'remixIcon.getList': async (deps, input) => {
    const icons = await readMockFile(deps, 'icons.json', z.array(z.string()))
    const found = icons.filter((icon) => icon.includes(input.title))
    return { totalCount: found.length, data: pageOf(found, input) }
  },
  'area.getList': async (deps) => ({ data: await readMockFile(deps, 'areas.json', z.array(mockProvince)) }),
  publicKey: async (deps) => ({ data: { mockServer: true, publicKey: await publicKey(deps) } }),
  login: async (deps, input) => createTokenResponse(await readUsername(deps, input)),
  socialLogin: (_deps, { code }) => {
    if (code === '') throw new MockFailure(500, MOCK_ERRORS.socialLogin)
    return createTokenResponse('admin')
  },
  register: () => new MockReply(createTokenResponse('editor'), '模拟注册成功'),
  userInfo: (_deps, _input, request) => {
    const { username, roles, ability } = requireAccount(request)
    return { data: { username, avatar: avatarOf(username), roles: [...roles], ability: [...ability] } }
  },
  logout: () => ({}),
  'systemLog.getList': (_deps, input) => {
    const found = MOCK_LOGS.filter(({ account }) => account.includes(input.account))
    return { data: { list: pageOf(found, input), total: found.length } }
  },
  'description.getList': () => ({ data: { list: [...MOCK_DESCRIPTIONS], total: MOCK_DESCRIPTIONS.length } }),
  'departmentManagement.getList': (deps, input) => {
    const key = input.name || input.label
    const found = mockState(deps).departments.filter(
      (top) => matches(top, key) || (top.children ?? []).some((child) => matches(child, key)),
    )
    return { data: { list: pageOf(found, input), total: found.length } }
  },
  'departmentManagement.doEdit': (deps, input) => {
    const name = input.name || input.label
    if (name === '') throw new MockFailure(500, '请输入名称')
    const saved = saveDepartment(mockState(deps).departments, { ...input, name }, deps.clock.now())
    if (!saved) throw new MockFailure(500, '部门不存在，请刷新后重新选择')
    return new MockReply({}, '模拟保存成功')
  },
  'departmentManagement.doDelete': (deps, { ids }) => {
    const state = mockState(deps)
    state.departments = removeDepartments(state.departments, new Set(ids))
    return new MockReply({}, '模拟删除成功')
  },
}

export const mockNames = Object.keys(mockCalls) as MockName[]
