import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { isBlank } from '#server/sheets/cells.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { FieldPair } from '#shared/contract/content.ts'
import type { ImportKind, ImportMapping } from '#shared/contract/contentImport.ts'
import { fieldForm } from '#shared/contract/fieldForm.ts'
import { fieldProblem, fieldTitle, namedProblem } from '#shared/domain/contentFields.ts'
import { AppError } from '#shared/errors/index.ts'
import { readChoices, type ContentColumn, getDefaults, mergeValues, type Values } from '../entry/index.ts'
import { createCellReader } from '../entrySheets/sheetColumns.ts'
import type { SourceItem } from './source.ts'

/** Values that an item of a source yields for a column. */
export interface ItemValues {
  /** All values of a new entry. */
  values: Values
  /** Only the values that the source names, without defaults: an update of an existing entry changes no others. */
  pairs: readonly FieldPair[]
}

/** How items of a source become entries of a column. */
export interface TargetPlan {
  title: string
  /** Null when the import creates the column. */
  column: ContentColumn | null
  valuesOf(item: SourceItem): ItemValues | { problem: string }
}

const field = (
  fieldName: string,
  fieldAlias: string,
  fieldType: MenuField['fieldType'],
  more: object = {},
): MenuField => ({
  ...fieldForm.parse({ fieldName, fieldAlias, fieldType, ...more }),
  sort: 0,
})

/** Fields of a column that an import creates. */
export const DEFAULT_FIELDS: readonly MenuField[] = [
  field('title', '标题', 'SingleLine', { isRequired: true, isList: true, isSearch: true }),
  field('author', '作者', 'SingleLine', { isList: true }),
  field('publishTime', '发布时间', 'DateTime', { isList: true }),
  field('summary', '摘要', 'MultiLine'),
  field('content', '正文', 'Editor'),
].map((each, sort) => ({ ...each, sort }))

/** @param kind kind of the source @throws AppError `invalid` for unknown fields, or a column without text fields */
export async function createPlan(
  db: Kysely<Database>,
  target: { title: string; column: ContentColumn | null },
  kind: ImportKind,
  mapping: ImportMapping,
  titles: readonly string[],
): Promise<TargetPlan> {
  const column = { title: target.title, fields: target.column?.fields ?? DEFAULT_FIELDS }
  const pairsOf = kind === 'sheet' ? createRowReader(column, mapping, titles) : createTextReader(column)
  const checks: { field: MenuField; choices: ReadonlySet<string> | undefined }[] = []
  // Imported entries are drafts, which may lack required fields.
  for (const each of column.fields)
    checks.push({ field: { ...each, isRequired: false }, choices: await readChoices(db, each) })
  const defaults = getDefaults(column)
  return {
    ...target,
    valuesOf(item) {
      if (item.problem !== undefined) return { problem: item.problem }
      const read = pairsOf(item)
      if ('problem' in read) return read
      try {
        const values = mergeValues(column, defaults, read.pairs, true)
        const wrong = checks.map((each) => {
          const problem = fieldProblem(each.field, values[each.field.fieldName] ?? '', each.choices)
          return problem && namedProblem(each.field, problem)
        })
        const problem = wrong.find((each) => each !== null)
        return problem ? { problem: `${problem}，请在来源中修改后重新导入` } : { values, pairs: read.pairs }
      } catch (error) {
        if (error instanceof AppError) return { problem: error.message }
        throw error
      }
    },
  }
}

type TargetColumn = Pick<ContentColumn, 'title' | 'fields'>
type Pairs = FieldPair[]
type ReadPairs = (item: SourceItem) => { pairs: Pairs } | { problem: string }

/** Usual names of fields, by meaning. */
const COMMON_NAMES = {
  excerpt: ['summary', 'excerpt', 'description', 'intro', 'abstract', 'digest'],
  author: ['author', 'writer', 'source'],
  date: ['publishTime', 'publishDate', 'date', 'time'],
}

function createTextReader(column: TargetColumn): ReadPairs {
  const open = column.fields.filter(({ isAdd }) => isAdd)
  const ofType = (...types: MenuField['fieldType'][]) => open.filter(({ fieldType }) => types.includes(fieldType))
  const named = (fields: readonly MenuField[], names: readonly string[]) =>
    names.map((name) => fields.find(({ fieldName }) => fieldName === name)).find((each) => each !== undefined)
  const lines = ofType('SingleLine')
  const title = lines.find(({ fieldName }) => fieldName === 'title') ?? lines[0]
  const [content] = ofType('Editor')
  if (!title || !content)
    throw new AppError(
      'invalid',
      `栏目“${column.title}”没有${title ? '编辑器' : '单行文本'}字段，无法存放${title ? '正文' : '标题'}，请选择其他栏目或新增栏目`,
    )
  const excerpt = named(ofType('MultiLine'), COMMON_NAMES.excerpt) ?? ofType('MultiLine')[0]
  const author = named(lines, COMMON_NAMES.author)
  const date = named(ofType('DateTime', 'Date'), COMMON_NAMES.date) ?? ofType('DateTime', 'Date')[0]
  return (item) => {
    if (item.title === '' && item.html === '') return { problem: '标题和正文均为空，不导入' }
    const values: [MenuField | undefined, string][] = [
      [title, item.title || '（无标题）'],
      [content, item.html],
      [excerpt, item.excerpt],
      [author, item.author],
      [date, date?.fieldType === 'Date' ? item.date.slice(0, 10) : item.date],
    ]
    return {
      pairs: values.flatMap(([each, fieldValue]) =>
        each && fieldValue !== '' ? [{ fieldName: each.fieldName, fieldValue }] : [],
      ),
    }
  }
}

function createRowReader(column: TargetColumn, mapping: ImportMapping, titles: readonly string[]): ReadPairs {
  const byName = new Map(column.fields.map((each) => [each.fieldName, each]))
  const mapped = mapping.columns.flatMap(({ title, fieldName }) => {
    if (fieldName === '') return []
    const at = titles.indexOf(title)
    const target = byName.get(fieldName)
    if (at < 0) throw new AppError('invalid', `表格里没有“${title}”列，请重新对应`)
    if (!target)
      throw new AppError('invalid', `栏目“${column.title}”没有字段“${fieldName}”，请重新选择“${title}”对应的字段`)
    if (!target.isAdd)
      throw new AppError('invalid', `字段“${fieldTitle(target)}”在新增时不可填写，请重新选择“${title}”对应的字段`)
    return [{ at, target, title, cells: createCellReader(target, title) }]
  })
  if (mapped.length === 0) throw new AppError('invalid', '请至少选择一列对应的字段')
  const duplicate = mapped.find(({ target }, at) => mapped.findIndex((each) => each.target === target) !== at)
  if (duplicate) throw new AppError('invalid', `有两列对应同一字段“${fieldTitle(duplicate.target)}”，请只保留一列`)
  return ({ cells = [] }) => {
    const problems: string[] = []
    const pairs: Pairs = []
    for (const { at, target, title, cells: reader } of mapped) {
      const cell = cells[at] ?? null
      if (isBlank(cell)) continue
      const parsed = reader.parse(cell)
      if ('problem' in parsed) problems.push(`“${title}”列对应字段“${fieldTitle(target)}”：${parsed.problem}`)
      else if (parsed.value !== '') pairs.push({ fieldName: target.fieldName, fieldValue: parsed.value })
    }
    if (problems.length > 0) return { problem: `${problems.join('；')}，请修改表格，或将该列对应到其他字段` }
    return pairs.length === 0 ? { problem: '对应的列均为空，不导入' } : { pairs }
  }
}
