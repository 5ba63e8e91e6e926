import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { FieldPair } from '#shared/contract/content.ts'
import { fieldProblem, lengthProblem, namedProblem } from '#shared/domain/contentFields.ts'
import { AppError, type Issue } from '#shared/errors/index.ts'
import type { LargeTexts } from '../texts/largeTexts.ts'
import { HtmlBudget, sanitizeHtml } from '#server/html/sanitize.ts'
import { readChoices } from '../store/choices.ts'
import type { Values } from '../store/entries.ts'
import type { ContentColumn } from '../store/rules.ts'

/**
 * Applies the pairs to an entry's values, with rich text sanitized and invalid characters replaced. AppError
 * `invalid` for an unknown field, or one that the form may not fill.
 */
export function mergeValues(
  column: Pick<ContentColumn, 'title' | 'fields'>,
  before: Values,
  pairs: readonly FieldPair[],
  isNew: boolean,
  large?: LargeTexts,
): Values {
  const byName = new Map(column.fields.map((field) => [field.fieldName, field]))
  const values: Record<string, string> = { ...before }
  const budget = new HtmlBudget()
  for (const { fieldName, fieldValue } of pairs) {
    const field = byName.get(fieldName)
    if (!field)
      throw new AppError('invalid', `栏目“${column.title}”没有字段“${fieldName}”，可能已被删除，请重新打开表单后再保存`)
    // An unchanged value is not checked, so that it stays byte for byte even if older rules allowed it.
    const value = fieldValue === before[fieldName] ? fieldValue : cleanValue(field, fieldValue, budget, large)
    const isOpen = isNew ? field.isAdd : field.isUpdate
    if (!isOpen && value !== (before[fieldName] ?? ''))
      throw new AppError('invalid', `字段“${field.fieldAlias || fieldName}”${isNew ? '在新增时不可填写' : '不可修改'}`)
    values[fieldName] = value
  }
  return values
}

const cleanValue = (
  { fieldType, fieldName, fieldAlias }: MenuField,
  value: string,
  budget: HtmlBudget,
  large?: LargeTexts,
): string => {
  const processed = fieldType === 'Editor' ? large?.findBySent(fieldName, value) : undefined
  if (processed) {
    budget.charge(fieldAlias || fieldName, processed.work)
    return processed.clean
  }
  // Replaces lone surrogates, which neither database accepts in JSON.
  const text = value.toWellFormed()
  return fieldType === 'Editor' ? sanitizeHtml(text, budget, fieldAlias || fieldName) : text
}

/**
 * What prevents an entry from being published, by field. Unchanged choices stay valid after their removal from the
 * dictionary.
 */
export async function findProblems(
  db: Kysely<Database>,
  column: ContentColumn,
  values: Values,
  { before, isNew }: { before: Values; isNew: boolean },
): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const field of column.fields) {
    const value = values[field.fieldName] ?? ''
    const isOpen = isNew ? field.isAdd : field.isUpdate
    // A required field that cannot be filled in is not demanded.
    const demanded = isOpen ? field : { ...field, isRequired: false }
    const isSame = !isNew && value === (before[field.fieldName] ?? '')
    const message = fieldProblem(demanded, value, isSame ? undefined : await readChoices(db, field))
    if (message) issues.push({ field: field.fieldName, message })
  }
  return issues
}

/** AppError `invalid` with what prevents a form's values from being published or, for a draft, from being saved. */
export async function requireValid(
  db: Kysely<Database>,
  column: ContentColumn,
  values: Values,
  { start, before, isStatus }: { start: Values; before: Values | undefined; isStatus: boolean },
): Promise<void> {
  const issues = isStatus
    ? await findProblems(db, column, values, { before: start, isNew: before === undefined })
    : findTooLong(column, values, before ?? {})
  requireNoIssues(column, issues)
}

/** Texts too long for a draft. An unchanged text from before the limit may stay until the entry is published. */
const findTooLong = (column: ContentColumn, values: Values, before: Values): Issue[] =>
  column.fields.flatMap((field) => {
    const value = values[field.fieldName] ?? ''
    const message = value === (before[field.fieldName] ?? '') ? null : lengthProblem(field, value)
    return message ? [{ field: field.fieldName, message }] : []
  })

/** AppError `invalid` with all issues. The message names the first field and, of several entries, the entry. */
export function requireNoIssues(column: ContentColumn, issues: readonly Issue[], entry = ''): void {
  const [first] = issues
  if (!first) return
  const field = column.fields.find(({ fieldName }) => fieldName === first.field)
  const said = field ? namedProblem(field, first.message) : first.message
  throw new AppError('invalid', entry === '' ? said : `${entry}无法发布：${said}`, { details: { issues: [...issues] } })
}
