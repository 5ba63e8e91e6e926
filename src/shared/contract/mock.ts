import { z } from 'zod'
import { none } from './fields.ts'

/**
 * An endpoint of the mock server (calls 213–226, C·§7), enabled only with SITECRAFT_MOCK=1. It lies at the root,
 * outside the API: the product's screens never call it, so it is not an operation.
 */
export interface MockCall {
  method: 'GET' | 'POST'
  /** Without a leading slash, as in calls.md. */
  path: string
  call: number
  title: string
  input: z.ZodType
  /** Properties of the response besides `code` and `msg`. */
  output: z.ZodType
}

const text = z.coerce.string().trim().max(254).default('')
/** An invalid page number becomes the first page, as in the mock of the documents' front end. */
const paging = (size: number) => ({
  pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  pageSize: z.coerce.number().int().min(1).max(1000).catch(size),
})

/** C·§9: rows of a page of the icon list. */
const MOCK_ICON_PAGE = 72
const PAGE = 20

const roles = z.union([z.array(z.string()), z.object({ role: z.array(z.string()), mode: z.literal('except') })])
const mockRoute = z.object({
  path: z.string(),
  name: z.string(),
  component: z.string().optional(),
  redirect: z.string().optional(),
  hidden: z.boolean().optional(),
  alwaysShow: z.boolean().optional(),
  meta: z.object({
    title: z.string(),
    icon: z.string().optional(),
    badge: z.string().optional(),
    roles: roles.optional(),
    affix: z.boolean().optional(),
    noKeepAlive: z.boolean().optional(),
    activeMenu: z.string().optional(),
    dynamicNewTab: z.boolean().optional(),
    target: z.string().optional(),
  }),
  get children() {
    return z.array(mockRoute).optional()
  },
})

const namedCode = { name: z.string(), code: z.string() }
export const mockProvince = z.object({
  ...namedCode,
  /** Region of the country: one of the five that the documents name. */
  region: z.enum(['east', 'central', 'south', 'southwest', 'northwest']),
  isAutonomousRegion: z.boolean(),
  /** A city with the rank of a province (北京、天津、上海、重庆). */
  isMunicipality: z.boolean(),
  children: z.array(z.object({ ...namedCode, children: z.array(z.object(namedCode)) })),
})

const mockDepartment = z.object({
  id: z.string(),
  parentId: z.string(),
  parentName: z.string(),
  name: z.string(),
  label: z.string(),
  order: z.number(),
  createTime: z.string(),
  get children() {
    return z.array(mockDepartment).optional()
  },
})

const token = z.object({ data: z.object({ token: z.string() }) })
const rows = <T extends z.ZodType>(row: T) => z.object({ data: z.object({ list: z.array(row), total: z.number() }) })
const id = z.union([z.string(), z.number()]).transform(String)

export const mockCalls = {
  'router.getList': {
    method: 'GET',
    path: 'router/getList',
    call: 213,
    title: '演示路由',
    input: none,
    output: z.object({ data: z.array(mockRoute) }),
  },
  'remixIcon.getList': {
    method: 'GET',
    path: 'remixIcon/getList',
    call: 214,
    title: '图标',
    input: z.object({ title: text, ...paging(MOCK_ICON_PAGE) }),
    output: z.object({ totalCount: z.number(), data: z.array(z.string()) }),
  },
  'area.getList': {
    method: 'GET',
    path: 'area/getList',
    call: 215,
    title: '省市区',
    input: none,
    output: z.object({ data: z.array(mockProvince) }),
  },
  publicKey: {
    method: 'GET',
    path: 'publicKey',
    call: 216,
    title: '公钥',
    input: none,
    /** `mockServer`: the front end sends its form unencrypted; an encrypted form is accepted too. */
    output: z.object({ data: z.object({ mockServer: z.boolean(), publicKey: z.string() }) }),
  },
  login: {
    method: 'POST',
    path: 'login',
    call: 217,
    title: '登录',
    /** `param`: the form as encrypted JSON, instead of the plain fields. */
    input: z.object({ username: text, param: z.string().max(2000).optional() }),
    output: token,
  },
  socialLogin: {
    method: 'POST',
    path: 'socialLogin',
    call: 218,
    title: '第三方登录',
    input: z.object({ code: text }),
    output: token,
  },
  register: {
    method: 'POST',
    path: 'register',
    call: 219,
    title: '注册',
    input: z.object({ username: text, phone: text, phoneCode: text }),
    output: token,
  },
  userInfo: {
    method: 'GET',
    path: 'userInfo',
    call: 220,
    title: '用户信息',
    input: none,
    output: z.object({
      data: z.object({
        username: z.string(),
        avatar: z.string(),
        roles: z.array(z.string()),
        ability: z.array(z.string()),
      }),
    }),
  },
  logout: { method: 'GET', path: 'logout', call: 221, title: '退出', input: none, output: z.object({}) },
  'systemLog.getList': {
    method: 'GET',
    path: 'systemLog/getList',
    call: 222,
    title: '系统日志',
    input: z.object({ account: text, ...paging(PAGE) }),
    output: rows(
      z.object({
        id: z.number(),
        account: z.string(),
        type: z.string(),
        executeResult: z.string(),
        ip: z.string(),
        datetime: z.string(),
      }),
    ),
  },
  'description.getList': {
    method: 'GET',
    path: 'description/getList',
    call: 223,
    title: '组件说明',
    input: none,
    output: rows(z.object({ title: z.string(), description: z.string() })),
  },
  'departmentManagement.getList': {
    method: 'GET',
    path: 'departmentManagement/getList',
    call: 224,
    title: '部门',
    input: z.object({ name: text, label: text, ...paging(PAGE) }),
    output: rows(mockDepartment),
  },
  'departmentManagement.doEdit': {
    method: 'POST',
    path: 'departmentManagement/doEdit',
    call: 225,
    title: '保存部门',
    /** Without an id: a new department. */
    input: z.object({
      id: id.default(''),
      parentId: id.optional(),
      name: text,
      label: text,
      order: z.coerce.number().int().optional(),
    }),
    output: z.object({}),
  },
  'departmentManagement.doDelete': {
    method: 'POST',
    path: 'departmentManagement/doDelete',
    call: 226,
    title: '删除部门',
    /** One id, a list of ids, or ids joined by commas. */
    input: z.object({ ids: z.union([z.array(id), id.transform((ids) => ids.split(','))]) }),
    output: z.object({}),
  },
} as const satisfies Record<string, MockCall>

export type MockName = keyof typeof mockCalls
export type MockInput<N extends MockName> = z.output<(typeof mockCalls)[N]['input']>
export type MockOutput<N extends MockName> = z.input<(typeof mockCalls)[N]['output']>
