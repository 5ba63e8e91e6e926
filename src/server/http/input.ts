import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The input of a call: path parameters, query and body merged, the path winning. A body that is a list stays one; if
 * there are path parameters too (B·§7: a list of {id} and the column id), it becomes the field `idList`. The schemas
 * drop `channel` and other unknown fields.
 */
export function gatherInput({ query, params, body }: Pick<FastifyRequest, 'query' | 'params' | 'body'>): unknown {
  const named = asRecord(params)
  const outside = { ...asRecord(query), ...named }
  if (Array.isArray(body)) return Object.keys(named).length > 0 ? { idList: body, ...outside } : body
  return { ...asRecord(body), ...outside }
}

/** The input without blank fields that break a rule, and with texts split into lists where a list is expected. */
function lenientInput(input: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  if (!isRecord(input)) return input
  const meant = { ...input }
  for (const { path, ...issue } of issues) {
    const [name = ''] = path
    const value = input[String(name)]
    if (value === null || value === '') Reflect.deleteProperty(meant, name)
    else if (typeof value === 'string' && issue.code === 'invalid_type' && issue.expected === 'array')
      meant[String(name)] = value.split(',')
  }
  return meant
}

const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

const UNSTORABLE = '提交的内容含有无法保存的空字符（NUL），请删除后重试'

/** @throws AppError `invalid` for a text that contains U+0000, which PostgreSQL cannot store */
function requireStorable(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new AppError('invalid', UNSTORABLE)
  } else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) requireStorable(each)
  }
}

/** Prefix of the schema library's own messages, which name neither the field nor a remedy. */
const LIBRARY_MESSAGE = /^无效输入/

const issueText = (field: string, message: string): string => {
  if (!LIBRARY_MESSAGE.test(message)) return message
  return field === '' ? '提交的内容应为对象，请检查后重试' : `参数“${field}”缺失或格式有误，请检查后重试`
}

/**
 * Parses an input by the contract's schema. A field that is null or empty but invalid as such counts as missing,
 * because some clients send every key. A list may be given as `1,2`, because a form can't mark a single value as a
 * list.
 * @throws AppError `invalid` with the first issue's message; details.issues has all
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const first = schema.safeParse(input)
  const parsed = first.success ? first : schema.safeParse(lenientInput(input, first.error.issues))
  if (parsed.success) {
    requireStorable(parsed.data)
    return parsed.data
  }
  const issues = parsed.error.issues.map((issue) => {
    const field = issue.path.join('.')
    return { field, message: issueText(field, issue.message) }
  })
  throw new AppError('invalid', issues[0]?.message ?? '提交的内容有误，请检查后重试', { details: { issues } })
}
