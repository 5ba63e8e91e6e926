import { PERMISSION } from './permissions.ts'

/** A scope of API tokens: a group of calls. Each call names its scopes in the contract. */
interface TokenScope {
  key: string
  title: string
  /** Permission codes of columns that the scope includes; a token without the scope loses them. */
  codes?: readonly number[]
}

/**
 * Calls without a scope refuse every token: accounts, groups, security, messages, logs, rules that run later with their
 * author's rights (cross-site copies, schedules, WeChat), and the tokens themselves.
 */
export const TOKEN_SCOPES = [
  { key: 'content.read', title: '读取内容' },
  {
    key: 'content.write',
    title: '新增和修改内容',
    codes: [PERMISSION.add, PERMISSION.edit, ...Array.from({ length: 12 }, (_each, at) => 1108 + at)],
  },
  { key: 'content.publish', title: '发布和取消发布内容', codes: [PERMISSION.publish] },
  { key: 'content.remove', title: '删除内容', codes: [PERMISSION.remove] },
  { key: 'column.read', title: '读取栏目和字段' },
  { key: 'data.read', title: '读取标签和字典' },
  { key: 'statics.build', title: '生成静态页面' },
  { key: 'template.read', title: '读取模板文件' },
  { key: 'template.write', title: '修改模板文件' },
  { key: 'upload.write', title: '上传文件' },
  { key: 'delivery.read', title: '读取已发布的内容' },
] as const satisfies readonly TokenScope[]

export type TokenScopeKey = (typeof TOKEN_SCOPES)[number]['key']

/** The permission codes of columns that these scopes allow, in the numbering of 1101. */
export const tokenCodes = (scopes: readonly string[]): readonly number[] =>
  (TOKEN_SCOPES as readonly TokenScope[]).flatMap(({ key, codes = [] }) => (scopes.includes(key) ? codes : []))
