import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { MenuField } from '#shared/contract/column.ts'
import type { FieldPair } from '#shared/contract/content.ts'
import { fieldProblem, lengthProblem, namedProblem } from '#shared/domain/contentFields.ts'
import { AppError, type Issue } from '#shared/errors/index.ts'
import type { LargeTexts } from '../texts/largeTexts.ts'
import { HtmlBudget, sanitizeHtml } from '#server/html/sanitize.ts'
import { choicesFor } from '../store/choices.ts'
import type { Values } from '../store/entries.ts'
import type { ContentColumn } from '../store/rules.ts'

/**
 * The values of an entry after the pairs were put in: rich text cleaned, nothing that a database can't hold. AppError
 * `invalid` for a field that the column doesn't have, or that this form may not fill.
 */
export function merged(
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
    // An unchanged value is not checked: it stays byte for byte, even if it was written under other rules.
    const value = fieldValue === before[fieldName] ? fieldValue : clean(field, fieldValue, budget, large)
    const isOpen = isNew ? field.isAdd : field.isUpdate
    if (!isOpen && value !== (before[fieldName] ?? ''))
      throw new AppError('invalid', `字段“${field.fieldAlias || fieldName}”不能${isNew ? '在新增时填写' : '修改'}`)
    values[fieldName] = value
  }
  return values
}

const clean = (
  { fieldType, fieldName, fieldAlias }: MenuField,
  value: string,
  budget: HtmlBudget,
  large?: LargeTexts,
): string => {
  const done = fieldType === 'Editor' ? large?.sent(fieldName, value) : undefined
  if (done) {
    budget.take(fieldAlias || fieldName, done.work)
    return done.clean
  }
  // Lone surrogates, which neither database accepts in JSON, are replaced.
  const text = value.toWellFormed()
  return fieldType === 'Editor' ? sanitizeHtml(text, budget, fieldAlias || fieldName) : text
}

/**
 * What keeps an entry from being published, field by field. Choices that stood there before stay good when the dictionary
 * has lost them.
 */
export async function problemsOf(
  db: Kysely<Database>,
  column: ContentColumn,
  values: Values,
  { before, isNew }: { before: Values; isNew: boolean },
): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const field of column.fields) {
    const value = values[field.fieldName] ?? ''
    const isOpen = isNew ? field.isAdd : field.isUpdate
    // A required field that nobody can fill in isn't demanded.
    const asked = isOpen ? field : { ...field, isRequired: false }
    const isSame = !isNew && value === (before[field.fieldName] ?? '')
    const message = fieldProblem(asked, value, isSame ? undefined : await choicesFor(db, field))
    if (message) issues.push({ field: field.fieldName, message })
  }
  return issues
}

/** AppError `invalid` with what keeps the values of a form from being published, or, of a draft, from being kept. */
export async function requireValid(
  db: Kysely<Database>,
  column: ContentColumn,
  values: Values,
  { start, before, isStatus }: { start: Values; before: Values | undefined; isStatus: boolean },
): Promise<void> {
  const issues = isStatus
    ? await problemsOf(db, column, values, { before: start, isNew: before === undefined })
    : tooLongIn(column, values, before ?? {})
  requireRight(column, issues)
}

/** What is too long for a draft. A text of before the limit that nobody touched may stay, until it is published. */
const tooLongIn = (column: ContentColumn, values: Values, before: Values): Issue[] =>
  column.fields.flatMap((field) => {
    const value = values[field.fieldName] ?? ''
    const message = value === (before[field.fieldName] ?? '') ? null : lengthProblem(field, value)
    return message ? [{ field: field.fieldName, message }] : []
  })

/** AppError `invalid` with all that is wrong; its message names the first field and, of several entries, the entry. */
export function requireRight(column: ContentColumn, issues: readonly Issue[], entry = ''): void {
  const [first] = issues
  if (!first) return
  const field = column.fields.find(({ fieldName }) => fieldName === first.field)
  const said = field ? namedProblem(field, first.message) : first.message
  throw new AppError('invalid', entry === '' ? said : `${entry}不能发布：${said}`, { details: { issues: [...issues] } })
}
