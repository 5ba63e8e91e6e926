import { z } from 'zod'
import type { MenuField } from '../contract/column.ts'
import { mediaItem } from '../contract/mediaItem.ts'
import { isDay, isDayTime, isEmail, isIdCard, isInteger, isTel, isUrl } from './fieldFormats.ts'
import { parseDictionaryMark } from './relationMark.ts'

/** B·§5: maximum length of a single-line field. */
const MAX_SINGLE_LINE_CHARS = 254
export const MAX_MULTI_LINE_CHARS = 100_000
/** B·§5: a MultiLine field with this text in its note is limited to 50 characters. */
const SHORT_NOTE = '限制字数50字以内'
const MAX_SHORT_CHARS = 50
const REQUIRED_MESSAGE = '请添加数据'

/** Maximum length of a text field in code points; null: no limit of its own. */
export function maxLengthOf({ fieldType, note }: Pick<MenuField, 'fieldType' | 'note'>): number | null {
  if (fieldType === 'SingleLine') return MAX_SINGLE_LINE_CHARS
  if (fieldType !== 'MultiLine') return null
  return note.includes(SHORT_NOTE) ? MAX_SHORT_CHARS : MAX_MULTI_LINE_CHARS
}

/** The dictionary of a field and its type (1 to 5); null for a field without one. */
export function dictionaryOf({ fieldType, relationMark }: Pick<MenuField, 'fieldType' | 'relationMark'>) {
  if (fieldType !== 'SingleLine' || relationMark === '') return null
  const mark = parseDictionaryMark(relationMark)
  return mark && mark.id > 0 && mark.type > 0 ? mark : null
}

const SINGLE_CHOICES: ReadonlySet<number> = new Set([1, 3])
/** The chosen values of a field with a dictionary, of a relation or of labels; several are joined by commas. */
export const choicesIn = (value: string): string[] => value.split(',').filter((part) => part !== '')

/** The pattern excludes < within a tag: otherwise a long row of < takes quadratic time. */
const MARKUP = /<(?!\/?(?:img|video|audio|iframe|table|hr|embed|object)\b)[^<>]*>|&nbsp;|\s/gi
/** Whether the field has no visible content. An editor without text, picture or table is blank. */
export function isBlank({ fieldType }: Pick<MenuField, 'fieldType'>, value: string): boolean {
  if (value.trim() === '' || value === '[]') return true
  return fieldType === 'Editor' && value.replace(MARKUP, '') === ''
}

/**
 * Why the value cannot be published in the field, in Chinese; null if it can. Drafts only check the length.
 * @param choices the options of the field's dictionary; absent: not checked
 */
export function fieldProblem(field: MenuField, value: string, choices?: ReadonlySet<string>): string | null {
  if (isBlank(field, value)) return field.isRequired ? REQUIRED_MESSAGE : null
  return CHECKS[field.fieldType](field, value, choices)
}

type Check = (field: MenuField, value: string, choices?: ReadonlySet<string>) => string | null
/** Display name of a field: its alias, or its name if it has none. */
export const fieldTitle = ({ fieldAlias, fieldName }: Pick<MenuField, 'fieldAlias' | 'fieldName'>): string =>
  fieldAlias || fieldName

/**
 * A problem prefixed with its field's title, for messages away from the field; unchanged if it already begins with the
 * title.
 */
export const namedProblem = (field: MenuField, problem: string): string =>
  problem.startsWith(fieldTitle(field)) ? problem : `${fieldTitle(field)}：${problem}`

/**
 * Why the value is too long for its field, in Chinese; null if it fits. Drafts have the same limit, so that nobody
 * types text that cannot be published.
 */
export function lengthProblem(
  field: Pick<MenuField, 'fieldName' | 'fieldAlias' | 'fieldType' | 'note' | 'relationMark'>,
  value: string,
): string | null {
  const limit = dictionaryOf(field) ? null : maxLengthOf(field)
  if (limit === null || value.length <= limit) return null
  return [...value].length > limit ? `${field.fieldAlias || field.fieldName}不能超过 ${limit} 个字` : null
}
const tooLong: Check = (field, value) => lengthProblem(field, value)
const FORMATS = [
  { flag: 'isEmail', test: isEmail, message: '请输入正确的邮箱格式' },
  { flag: 'isIdCard', test: isIdCard, message: '请输入正确的身份证号' },
  { flag: 'isInteger', test: isInteger, message: '请输入整数' },
  { flag: 'isTel', test: isTel, message: '请输入正确的电话号码' },
  { flag: 'isUrl', test: isUrl, message: '请输入正确的网址，以 http:// 或 https:// 开头' },
] as const

const singleLine: Check = (field, value, choices) => {
  const dictionary = dictionaryOf(field)
  if (dictionary) return choiceProblem(field, dictionary.type, value, choices)
  if (/[\r\n]/.test(value)) return `${fieldTitle(field)}不能换行`
  const failed = FORMATS.find(({ flag, test }) => field[flag] && !test(value.trim()))
  return failed ? failed.message : tooLong(field, value)
}

function choiceProblem(field: MenuField, type: number, value: string, choices?: ReadonlySet<string>): string | null {
  const chosen = SINGLE_CHOICES.has(type) ? [value] : choicesIn(value)
  const unknown = choices && chosen.find((choice) => !choices.has(choice))
  return unknown === undefined ? null : `${fieldTitle(field)}没有选项“${unknown}”，请重新选择`
}

const SOURCE = /^(?:\/|https?:\/\/[^\s/])/i
const source: Check = (field, value) =>
  value.length <= 2000 && SOURCE.test(value) ? null : `${fieldTitle(field)}的地址有误，请重新选择文件`

const items = z.array(mediaItem).max(500, '最多 500 项')
/** The items of a batch field; null if the text is not a valid list. */
export function readMediaItems(value: string): z.output<typeof items> | null {
  try {
    return items.safeParse(JSON.parse(value === '' ? '[]' : value)).data ?? null
  } catch {
    return null
  }
}
const batch: Check = (field, value) =>
  readMediaItems(value) ? null : `${fieldTitle(field)}的内容有误，最多 500 项，请重新选择文件`
const idsOnly: Check = (field, value) =>
  choicesIn(value).every((id) => /^[1-9]\d{0,15}$/.test(id)) ? null : `${fieldTitle(field)}的内容有误，请重新选择`

const CHECKS: Record<MenuField['fieldType'], Check> = {
  SingleLine: singleLine,
  MultiLine: tooLong,
  Editor: () => null,
  Date: (field, value) => (isDay(value) ? null : `${fieldTitle(field)}应为 yyyy-MM-dd 格式的日期`),
  DateTime: (field, value) =>
    isDayTime(value) || isDay(value) ? null : `${fieldTitle(field)}应为 yyyy-MM-dd HH:mm:ss 格式的时间`,
  Photo: source,
  Video: source,
  File: source,
  BatchPhoto: batch,
  BatchVideo: batch,
  BatchFile: batch,
  RelationContent: idsOnly,
  RelationLabel: idsOnly,
}
