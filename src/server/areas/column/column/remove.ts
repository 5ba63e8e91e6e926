import type { CallContext } from '#server/http/context.ts'
import { readWorkflowLink } from '#shared/contract/columnEdit.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { moveToBin } from './bin.ts'
import { type ColumnRow, findColumns, lockTree, findSubtree } from './repo.ts'
import { requireAction, requireOwnSite, requireAllGranted } from './rules.ts'

/**
 * Moves columns with their descendants to the recycle bin, all or none.
 * @throws AppError `not-found` that names missing columns, `forbidden` that names what flags or role forbid,
 * `conflict` that names what still uses a column
 */
export async function removeColumns(ctx: CallContext, ids: readonly number[]): Promise<void> {
  for (const { siteId, wanted } of await groupBySite(ctx, ids)) {
    requireOwnSite(siteId)
    await lockTree(ctx.db, siteId)
    const rows = await findColumns(ctx.db, siteId)
    // A column may have been deleted while this call waited for the tree's lock.
    requireExisting([...wanted], rows)
    for (const id of wanted) requireRemovable(ctx, findSubtree(rows, id), wanted)
    for (const tree of findTopTrees(rows, wanted)) await moveToBin(ctx, tree)
  }
}

/**
 * What removeColumns would delete, and the reasons why it would refuse; changes nothing.
 * @throws AppError `not-found` that names missing columns, `forbidden` for a column that the caller may not read
 */
export async function planRemoval(ctx: CallContext, ids: readonly number[]): Promise<OutputOf<'column.removalPlan'>> {
  const refusals = new Set<string>()
  const removedRows = new Map<number, ColumnRow>()
  for (const { siteId, wanted } of await groupBySite(ctx, ids)) {
    const rows = await findColumns(ctx.db, siteId)
    for (const id of wanted) {
      const tree = findSubtree(rows, id)
      // Columns that the caller may not read are never mentioned, not even as a reason.
      if (tree[0]) requireAction(ctx, tree[0], 'read')
      const reason = findRefusal(() => {
        requireOwnSite(siteId)
        requireRemovable(ctx, tree, wanted)
      })
      if (reason !== null) refusals.add(reason)
    }
    for (const tree of findTopTrees(rows, wanted)) for (const row of tree) removedRows.set(row.id, row)
  }
  // Content is counted only if all columns may be deleted: the rest may belong to others.
  const counts = refusals.size > 0 ? [] : await countContent(ctx, [...removedRows.keys()])
  const columnsWithContent = counts.map(({ classId, content }) => ({
    title: removedRows.get(classId)?.title ?? '',
    content,
  }))
  return {
    below: refusals.size > 0 ? 0 : removedRows.size - new Set(ids).size,
    content: counts.reduce((sum, { content }) => sum + content, 0),
    holders: columnsWithContent.sort((a, b) => b.content - a.content).slice(0, 10),
    refusals: [...refusals],
  }
}

function findRefusal(check: () => void): string | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Number of entries by column, without recycled ones. */
async function countContent(ctx: CallContext, columnIds: readonly number[]) {
  const found: { classId: number; content: number }[] = []
  for (const ids of splitIntoBatches(columnIds, 200)) {
    const rows = await ctx.db
      .selectFrom('content')
      .select(({ fn }) => ['classId', fn.countAll().as('content')])
      .where('classId', 'in', ids)
      .where('isRecycled', '=', 0)
      .groupBy('classId')
      .execute()
    found.push(...rows.map(({ classId, content }) => ({ classId, content: Number(content) })))
  }
  return found
}

async function groupBySite(ctx: CallContext, ids: readonly number[]) {
  const chosen = await requireColumns(ctx, [...new Set(ids)])
  const sites = [...new Set(chosen.map((row) => row.siteId))].sort((a, b) => a - b)
  return sites.map((siteId) => ({
    siteId,
    wanted: new Set(chosen.filter((row) => row.siteId === siteId).map((row) => row.id)),
  }))
}

/** The chosen columns without a chosen ancestor, each with its descendants. */
function findTopTrees(rows: readonly ColumnRow[], wanted: ReadonlySet<number>): ColumnRow[][] {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  const tops = [...wanted].filter((id) => !findAncestors(parents, id).some((above) => wanted.has(above)))
  return tops.map((id) => findSubtree(rows, id))
}

async function requireColumns(ctx: CallContext, ids: readonly number[]): Promise<ColumnRow[]> {
  const rows = await ctx.db.selectFrom('site_column').selectAll().where('id', 'in', ids).execute()
  requireExisting(ids, rows)
  return rows
}

function requireExisting(ids: readonly number[], rows: readonly ColumnRow[]): void {
  const there = new Set(rows.map((row) => row.id))
  const gone = ids.filter((id) => !there.has(id))
  if (gone.length === 0) return
  throw new AppError('not-found', `编号为 ${gone.join('、')} 的栏目不存在，未删除任何栏目，请刷新后重新选择`, {
    details: { fact: { kind: 'missing', missing: gone } },
  })
}

/** Descendants may be deleted along only if the column allows it, or if they were chosen too. */
function requireRemovable(ctx: CallContext, [top, ...below]: ColumnRow[], chosen: ReadonlySet<number>): void {
  if (!top) return
  requireAction(ctx, top, 'remove')
  requireAllGranted(ctx, [top, ...below], '删除')
  for (const row of below) requireAction(ctx, row, 'remove')
  for (const row of [top, ...below]) requireUnlinked(row)
  const unchosen = below.filter((row) => !chosen.has(row.id))
  if (unchosen.length > 0 && top.allowCascadeDelete !== 1)
    throw new AppError(
      'forbidden',
      `栏目“${top.title}”下还有 ${unchosen.length} 个下级栏目，请先删除下级栏目，或在“编辑属性”中允许级联删除`,
    )
}

function requireUnlinked({ title, relationWorkFlow }: ColumnRow): void {
  const link = readWorkflowLink(relationWorkFlow)
  if (link?.status)
    throw new AppError('conflict', `栏目“${title}”正在使用审批流程“${link.workFlowName}”，请先取消关联，再删除`)
}

/** Ids of the ancestors; a cycle in old data ends the loop. */
function findAncestors(parents: ReadonlyMap<number, number>, id: number): number[] {
  const found = new Set<number>()
  for (let at = parents.get(id); at && !found.has(at); at = parents.get(at)) found.add(at)
  return [...found]
}
