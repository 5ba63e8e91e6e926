import { acquireTransactionLock } from '#server/db/locks.ts'
import type { CallContext } from '#server/http/context.ts'
import type { ContentSaveResult } from '#shared/contract/contentEdit.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { type Entry, type EntryRow, lockForEdit, describeEntry, type Values } from '../store/entries.ts'
import { getDefaults, findFirst } from './read.ts'
import { requireContentColumn, type ContentColumn, requireSaveRights } from '../store/rules.ts'
import type { LargeTexts } from '../texts/largeTexts.ts'
import { type Application, approvals, REMARKS } from './approvalPort.ts'
import { changedNames, checkWording } from './agreement.ts'
import { mergeValues, requireValid } from './check.ts'
import type { EntryEvent } from './events.ts'
import { type EntryChange, type Reason, writeEntry } from './write.ts'

type Form = ParsedOf<'content.save'>

/** Saves the form as a draft, or publishes it (call 82). A refused form changes nothing. */
export async function saveForm(ctx: CallContext, form: Form, large: LargeTexts): Promise<ContentSaveResult> {
  const column = await requireContentColumn(ctx, form.classId, form.siteId)
  const before = form.id === 0 ? null : await lockForEdit(ctx, column, form.id, form.version)
  requireSaveRights(ctx, column, before, form.isStatus)
  const known = before ?? (await findEarlierAttempt(ctx, column, form.attempt))
  if (!known) await requireNoArticle(ctx, column)
  return saveEntry(ctx, column, known, { ...form, large, reason: known ? 'save' : 'create' })
}

/**
 * The entry that an earlier request of the same form created, whose response was lost; null when there is none.
 * AppError `conflict` when somebody else has changed it since.
 */
async function findEarlierAttempt(ctx: CallContext, column: ContentColumn, attempt: string): Promise<Entry | null> {
  if (attempt === '') return null
  const { accountId, username } = ctx.requireSignedIn()
  await acquireTransactionLock(ctx.db, 'saveAttempt', accountId)
  const made = await ctx.db
    .selectFrom('content')
    .select('id')
    .where('createById', '=', accountId)
    .where('attempt', '=', attempt)
    .where('classId', '=', column.id)
    .executeTakeFirst()
  if (!made) return null
  const entry = await lockForEdit(ctx, column, made.id, undefined)
  if (entry.row.updatedBy !== username)
    throw new AppError(
      'conflict',
      `${describeEntry(entry.row)}已保存，之后被 ${entry.row.updatedBy} 修改，请关闭表单并在列表中重新打开`,
      existingEntryFact(entry.row.id),
    )
  return entry
}

/**
 * AppError `conflict` when the single article exists. The lock keeps others from creating one until the transaction
 * ends.
 */
export async function requireNoArticle(ctx: CallContext, column: ContentColumn): Promise<void> {
  if (!column.isArticle) return
  await acquireTransactionLock(ctx.db, 'singleArticle', column.id)
  const only = await findFirst(ctx, column)
  if (only)
    throw new AppError(
      'conflict',
      `栏目“${column.title}”只能有一篇内容，且已存在，请刷新后编辑`,
      existingEntryFact(only.id),
    )
}

/** Names the existing entry, so that the form can continue with it. */
const existingEntryFact = (id: number) => ({ details: { fact: { kind: 'made', made: id } } }) as const

type SaveInput = Pick<Form, 'fieldList' | 'isStatus' | 'acceptSensitive'> & {
  reason: Reason
  /** Only for a new entry: key of the form's request. */
  attempt?: string
  large?: LargeTexts
}

/** Merges the pairs and saves the entry. The caller has checked permissions and locked it. */
export async function saveEntry(
  ctx: CallContext,
  column: ContentColumn,
  before: Entry | null,
  { fieldList, isStatus, ...rest }: SaveInput,
): Promise<ContentSaveResult> {
  const isNew = before === null
  const { large } = rest
  const waiting =
    before && before.row.approveInstanceId !== '' ? await approvals.get().readPendingValues(ctx, before.row) : null
  const start = waiting ?? before?.values ?? getDefaults(column)
  const values = mergeValues(column, start, fieldList, isNew, large)
  return saveValues(ctx, column, before, { values, start, isWaiting: waiting !== null, isStatus, ...rest })
}

/**
 * Checks values like a form's, then writes them or applies for them. The caller has checked permissions and locked
 * the entry.
 */
export async function saveValues(
  ctx: CallContext,
  column: ContentColumn,
  before: Entry | null,
  {
    values,
    start,
    isWaiting,
    isStatus,
    acceptSensitive,
    reason,
    attempt = '',
    large,
  }: Omit<SaveInput, 'fieldList'> & {
    values: Values
    /** The values that were edited: the pending version, or the entry's own. */
    start: Values
    isWaiting: boolean
  },
): Promise<ContentSaveResult> {
  const isNew = before === null
  await requireValid(ctx.db, column, values, { start, before: before?.values, isStatus })
  const wording = { values, isStatus, acceptSensitive, large }
  const { sensitive, asked, needsApplication } = await checkWording(ctx, column, before, wording)
  if (before && isWaiting) await approvals.get().withdraw(ctx, [before.row], { remark: REMARKS.again })
  const set = isNew ? { attempt } : {}
  if (needsApplication) {
    const row = await applyForPublication(ctx, column, before, { values, set, asked, ...(large && { large }) })
    const approval = isNew ? 'submitted' : 'resubmitted'
    return { id: row.id, version: row.version, isStatus: row.isStatus === 1, approval, sensitive }
  }
  const row = await writeEntry(ctx, column, before, { values, isStatus, reason, set, ...(large && { large }) })
  return { id: row.id, version: row.version, isStatus, approval: 'none', sensitive }
}

/**
 * Applies for publication. A draft takes the values at once; a public entry keeps its old ones until every step has
 * agreed: people who must agree to its words, then the workflow.
 */
export async function applyForPublication(
  ctx: CallContext,
  column: ContentColumn,
  before: Entry | null,
  {
    values,
    set,
    large,
    asked,
    remark = before ? REMARKS.again : REMARKS.first,
  }: Pick<EntryChange, 'values' | 'set' | 'large'> & Pick<Application, 'asked'> & { remark?: string },
): Promise<EntryRow> {
  const isPublic = before?.row.isStatus === 1
  const written = isPublic ? before.values : values
  const row = await writeEntry(ctx, column, before, {
    values: written,
    ...(!isPublic && large && { large }),
    isStatus: isPublic,
    reason: 'apply',
    set: { ...set, pass: 1, approveResult: '', approveInstanceId: '' },
  })
  const events = toDraftEvents(before, written, row)
  await approvals.get().apply(ctx, column, [{ row, values, remark, asked, events }])
  return row
}

/** Timeline events of a submitted draft, stored together with its application. */
function toDraftEvents(before: Entry | null, values: Values, row: EntryRow): EntryEvent[] {
  const made = { entry: row, version: row.version }
  if (!before) return [{ ...made, kind: 'created' }]
  return changedNames(before.values, values).length === 0 ? [] : [{ ...made, kind: 'saved' }]
}
