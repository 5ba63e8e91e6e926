import { z } from 'zod'
import { zhCN } from 'zod/locales'

// The default messages of schemas are Chinese in both the client and the server.
z.config(zhCN())

/**
 * Field schemas with one meaning everywhere. The server treats a missing boolean as false and a missing number as 0, so
 * flags and counts have defaults; ids accept numeric text because paths and forms carry text.
 */
export const id = z.coerce.number('请输入编号').int('编号必须是整数').min(0, '编号不能小于 0')
/** The version of the record that was edited; absent for clients without versions: no conflict check. */
export const version = z.coerce.number('版本号必须是整数').int('版本号必须是整数').optional()
export const count = z.coerce.number('请输入数字').default(0)
export const sort = z.coerce.number('排序必须是数字').default(0)
export const flag = z.union([z.boolean(), z.literal([0, 1]).transform((n) => n === 1), z.stringbool()]).default(false)
export const text = (max = 254, label = '内容'): z.ZodDefault<z.ZodString> =>
  z.string().max(max, `${label}不能超过 ${max} 个字`).default('')
/**
 * A required line of text.
 * @param message for an empty text, in the document's own words
 * @param label names the field in the other messages; by default taken from `message`
 */
export const required = (
  message: string,
  max = 254,
  label = message.replace(/^请(输入|填写|提供)\s*|不能为空$/g, ''),
): z.ZodString =>
  z
    .string(message)
    .trim()
    .min(1, message)
    .max(max, `${label}不能超过 ${max} 个字`)
    .regex(/^\P{Cc}*$/u, `${label}含有换行或看不见的控制字符，请重新输入`)
/** `yyyy-MM-dd HH:mm:ss` in the server's time zone, as the documents show times. */
export const dateTime = z.string()

/** A whole number between two bounds, both included; `label` names the field in messages. */
export function within(label: string, min: number, max: number): z.ZodCoercedNumber {
  const whole = `${label}必须是整数`
  return z.coerce.number(whole).int(whole).min(min, `${label}不能小于 ${min}`).max(max, `${label}不能大于 ${max}`)
}

/** HH:mm, 24 hours. */
export const timeOfDay = z.string('请填写时间').regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式应为 HH:mm，例如 03:00')

export const none = z.object({})
/** The output of calls that return nothing. */
export const nothing = z.null()
/** Result type of `unshown`; its property `unshown` is the original schema. */
export type UndocumentedOutput<T extends z.ZodType = z.ZodType> = z.ZodNullable<T> & { readonly unshown: T }
/**
 * The output of a writing call whose response the documents do not show (`ns` in calls.md). Our own server sends it;
 * from a foreign server, which may send anything, callers get null: the call succeeded, and the client must read the
 * record.
 */
export const undocumentedOutput = <T extends z.ZodType>(answer: T): UndocumentedOutput<T> =>
  Object.assign(answer.nullable(), { unshown: answer })
export const byId = z.object({ id })

/** Maximum number of rows in one call, within the limit of a database statement. */
const MAX_IDS = 10_000
/** contradictions.md 10: clients send `[{id}]`, the server also accepts plain ids. Parsed to a list of numbers. */
export const ids = (message: string) =>
  z
    .array(z.union([id, z.object({ id }).transform((row) => row.id)]), message)
    .min(1, message)
    .max(MAX_IDS, `一次最多处理 ${MAX_IDS} 条，请分批操作`)
export const idList = ids('请选择数据！')

/** Paging in both spellings (contradictions.md 9); parsed to page and size. */
const page = within('页码', 1, 1_000_000).optional()
const size = within('每页条数', 1, 10_000).optional()
const pageFields = {
  page,
  size,
  pageIndex: page,
  pageSize: size,
  /** Free-text search. */
  key: z.string().trim().max(254, '搜索内容不能超过 254 个字').default(''),
}
export const paging = <S extends z.ZodRawShape>(extra: S) =>
  z.object({ ...pageFields, ...extra }).transform((input) => {
    const raw = input as { page?: number; size?: number; pageIndex?: number; pageSize?: number }
    return { ...input, page: raw.page ?? raw.pageIndex ?? 1, size: raw.size ?? raw.pageSize ?? 10 }
  })

/** A page of rows; count and pages repeat the totals for lists that use the other spelling. */
export const paged = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    totalElements: z.number(),
    totalPages: z.number(),
    count: z.number().optional(),
    pages: z.number().optional(),
    /** true: more than totalElements, not counted further (a search with very many hits). */
    atLeast: z.boolean().optional(),
    /** Set if there may be more than totalElements: the number of newest candidate rows that were examined. */
    looked: z.number().optional(),
  })
