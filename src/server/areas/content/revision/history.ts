import type { ApprovalState } from '#server/areas/approval/approval/table.ts'
import type { RowOf } from '#server/db/schema.ts'
import type { Flag } from '#server/db/table.ts'
import type { CallContext } from '#server/http/context.ts'
import { pageOf } from '#server/http/paging.ts'
import { type Handler, PreparedHandler, Reply } from '#server/http/routes.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import {
  changedNames,
  requireContentColumn,
  requireEntry,
  isSiteBound,
  processForm,
  lockForEdit,
  mapRelationsToSite,
  requireSaveRights,
  saveEntry,
  type Values,
} from '../entry/index.ts'
import type { ContentSaveResult } from '#shared/contract/contentEdit.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { LargeTexts } from '../texts/largeTexts.ts'

/**
 * Restores a revision as a new save, so that the restore can itself be undone. The entry stays published or a draft.
 * Fields that the column has lost, or that a form may not change, keep their current values. Labels and related
 * entries that are missing, or belong to the entry's former site, are mapped as in a copy.
 */
export const restoreRevision = new PreparedHandler<'content.restoreRevision'>(async (ctx, input) => {
  const { row } = await requireEntry(ctx, await requireContentColumn(ctx, input.classId), input.id)
  const values = parseValues(await requireRevision(ctx, row.id, input.revisionId))
  const fieldList = Object.entries(values).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue }))
  const large = await processForm(ctx, { ...input, fieldList })
  return (tx) => restoreValues(tx, input, large)
})

const parseValues = ({ fields }: { fields: string }): Values => JSON.parse(fields) as Values

async function restoreValues(
  ctx: CallContext,
  input: ParsedOf<'content.restoreRevision'>,
  large: LargeTexts,
): Promise<ContentSaveResult | Reply<ContentSaveResult>> {
  const column = await requireContentColumn(ctx, input.classId)
  const before = await lockForEdit(ctx, column, input.id, input.version)
  const isStatus = before.row.isStatus === 1
  requireSaveRights(ctx, column, before, isStatus)
  const revisionValues = parseValues(await requireRevision(ctx, before.row.id, input.revisionId))
  const fields = column.fields.filter(({ isUpdate }) => isUpdate)
  const bound = fields.filter(
    (field) => isSiteBound(field) && (revisionValues[field.fieldName] ?? '') !== (before.values[field.fieldName] ?? ''),
  )
  const [{ values, lost } = { values: revisionValues, lost: [] }] = await mapRelationsToSite(
    ctx.db,
    column.siteId,
    bound,
    [revisionValues],
  )
  const fieldList = fields.map(({ fieldName }) => ({ fieldName, fieldValue: values[fieldName] ?? '' }))
  const saved = await saveEntry(ctx, column, before, {
    fieldList,
    isStatus,
    acceptSensitive: input.acceptSensitive,
    reason: 'restore',
    large,
  })
  if (lost.length === 0) return saved
  const named = lost.map(({ fieldAlias, fieldName }) => `“${fieldAlias || fieldName}”`).join('、')
  return new Reply(saved, `还原成功；字段${named}中当前站点没有的标签或关联内容未还原`)
}

type RevisionRow = RowOf<'content_revision'>
const LIST_COLUMNS = [
  'r.id',
  'r.contentId',
  'r.version',
  'r.isStatus',
  'r.changed',
  'r.reason',
  'r.author',
  'r.createTime',
] as const

/** The application that was made with a revision. */
interface WithApproval {
  approvalId: number | null
  approvalState: ApprovalState | null
  wasPublic: Flag | null
}
type ListedRevision = Omit<RevisionRow, 'fields'> & WithApproval

/** The revisions of an entry, each with its application. */
const selectRevisions = ({ db }: Pick<CallContext, 'db'>, contentId: number) =>
  db
    .selectFrom('content_revision as r')
    .leftJoin('approval as a', (on) =>
      on.onRef('a.contentId', '=', 'r.contentId').onRef('a.version', '=', 'r.version').on('a.version', '>', 0),
    )
    .select(['a.id as approvalId', 'a.state as approvalState', 'a.wasPublic'])
    .where('r.contentId', '=', contentId)

/**
 * Was the revision an edit of a public entry? Then its application holds the new texts, and `content_revision` the
 * published ones.
 */
const isProposal = ({ approvalId, wasPublic }: WithApproval): boolean => approvalId !== null && wasPublic === 1

/** Reads both sets of values for one revision only, because texts may be large. */
async function readProposal({ db }: Pick<CallContext, 'db'>, row: Pick<ListedRevision, 'id' | 'approvalId'>) {
  const stored = await db
    .selectFrom('content_revision')
    .select('fields')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  const proposed = await db
    .selectFrom('approval')
    .select('fields')
    .where('id', '=', row.approvalId ?? 0)
    .executeTakeFirstOrThrow()
  const changed = changedNames(JSON.parse(stored.fields) as Values, JSON.parse(proposed.fields) as Values)
  return { fields: proposed.fields, changed: JSON.stringify(changed) }
}

const presentRevision = (row: ListedRevision) => ({
  id: row.id,
  version: row.version,
  createTime: formatDateTime(row.createTime),
  author: row.author,
  reason: row.reason,
  isStatus: row.isStatus === 1,
  changed: JSON.parse(row.changed) as string[],
  approval: row.approvalState ?? ('none' as const),
  isProposal: isProposal(row),
})

/**
 * A revision, with the texts of its application if it is a proposal. AppError `not-found` unless it belongs to the
 * entry.
 */
export async function requireRevision(
  ctx: CallContext,
  contentId: number,
  revisionId: number,
): Promise<RevisionRow & WithApproval> {
  const row = await selectRevisions(ctx, contentId).selectAll('r').where('r.id', '=', revisionId).executeTakeFirst()
  if (!row) throw new AppError('not-found', '历史版本不存在，请刷新后重新选择')
  return isProposal(row) ? { ...row, ...(await readProposal(ctx, row)) } : row
}

export const listRevisions: Handler<'content.revisions'> = async (ctx, { classId, id, page, size }) => {
  const { row } = await requireEntry(ctx, await requireContentColumn(ctx, classId), id)
  const found = ctx.db.selectFrom('content_revision').where('contentId', '=', row.id)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await selectRevisions(ctx, row.id)
    .select(LIST_COLUMNS)
    .orderBy('r.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const shown = []
  for (const each of rows)
    shown.push(presentRevision(isProposal(each) ? { ...each, changed: (await readProposal(ctx, each)).changed } : each))
  return pageOf(shown, total, size)
}

export const readRevision: Handler<'content.revision'> = async (ctx, { classId, id, revisionId }) => {
  const { row } = await requireEntry(ctx, await requireContentColumn(ctx, classId), id)
  const found = await requireRevision(ctx, row.id, revisionId)
  const values = JSON.parse(found.fields) as Record<string, string>
  const fields = Object.entries(values).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue }))
  return { ...presentRevision(found), fields }
}
