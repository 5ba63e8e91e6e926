import type { CallContext } from '#server/http/context.ts'
import { readWorkflowLink } from '#shared/contract/columnEdit.ts'
import { AppError } from '#shared/errors/index.ts'
import { inParts } from '#shared/util/lists.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { moveToBin } from './bin.ts'
import { type ColumnRow, findColumns, lockTree, subtree } from './repo.ts'
import { requireAction, requireOwnSite, requireWhole } from './rules.ts'

/**
 * Moves columns with their descendants to the recycle bin, all or none.
 * @throws AppError `not-found` that names missing columns, `forbidden` that names what flags or role forbid,
 * `conflict` that names what still uses a column
 */
export async function removeColumns(ctx: CallContext, ids: readonly number[]): Promise<void> {
  for (const { siteId, wanted } of await chosenBySite(ctx, ids)) {
    requireOwnSite(siteId)
    await lockTree(ctx.db, siteId)
    const rows = await findColumns(ctx.db, siteId)
    // A column may have been deleted while this call waited for the tree's lock.
    requireThere([...wanted], rows)
    for (const id of wanted) requireRemovable(ctx, subtree(rows, id), wanted)
    for (const tree of topTrees(rows, wanted)) await moveToBin(ctx, tree)
  }
}

/**
 * What removeColumns would delete, and the reasons why it would refuse; changes nothing.
 * @throws AppError `not-found` that names missing columns, `forbidden` for a column that the caller may not read
 */
export async function planRemoval(ctx: CallContext, ids: readonly number[]): Promise<OutputOf<'column.removalPlan'>> {
  const refusals = new Set<string>()
  const going = new Map<number, ColumnRow>()
  for (const { siteId, wanted } of await chosenBySite(ctx, ids)) {
    const rows = await findColumns(ctx.db, siteId)
    for (const id of wanted) {
      const tree = subtree(rows, id)
      // Columns that the caller may not read are never mentioned, not even as a reason.
      if (tree[0]) requireAction(ctx, tree[0], 'read')
      const reason = refusalOf(() => {
        requireOwnSite(siteId)
        requireRemovable(ctx, tree, wanted)
      })
      if (reason !== null) refusals.add(reason)
    }
    for (const tree of topTrees(rows, wanted)) for (const row of tree) going.set(row.id, row)
  }
  // Content is counted only if all columns may be deleted: the rest may belong to others.
  const held = refusals.size > 0 ? [] : await contentOf(ctx, [...going.keys()])
  const holders = held.map(({ classId, content }) => ({ title: going.get(classId)?.title ?? '', content }))
  return {
    below: refusals.size > 0 ? 0 : going.size - new Set(ids).size,
    content: held.reduce((sum, { content }) => sum + content, 0),
    holders: holders.sort((a, b) => b.content - a.content).slice(0, 10),
    refusals: [...refusals],
  }
}

function refusalOf(check: () => void): string | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Number of entries by column, without recycled ones. */
async function contentOf(ctx: CallContext, columnIds: readonly number[]) {
  const found: { classId: number; content: number }[] = []
  for (const ids of inParts(columnIds, 200)) {
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

async function chosenBySite(ctx: CallContext, ids: readonly number[]) {
  const chosen = await findAll(ctx, [...new Set(ids)])
  const sites = [...new Set(chosen.map((row) => row.siteId))].sort((a, b) => a - b)
  return sites.map((siteId) => ({
    siteId,
    wanted: new Set(chosen.filter((row) => row.siteId === siteId).map((row) => row.id)),
  }))
}

/** The chosen columns without a chosen ancestor, each with its descendants. */
function topTrees(rows: readonly ColumnRow[], wanted: ReadonlySet<number>): ColumnRow[][] {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  const tops = [...wanted].filter((id) => !ancestors(parents, id).some((above) => wanted.has(above)))
  return tops.map((id) => subtree(rows, id))
}

async function findAll(ctx: CallContext, ids: readonly number[]): Promise<ColumnRow[]> {
  const rows = await ctx.db.selectFrom('site_column').selectAll().where('id', 'in', ids).execute()
  requireThere(ids, rows)
  return rows
}

function requireThere(ids: readonly number[], rows: readonly ColumnRow[]): void {
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
  requireWhole(ctx, [top, ...below], '删除')
  for (const row of below) requireAction(ctx, row, 'remove')
  for (const row of [top, ...below]) requireUnlinked(row)
  const dragged = below.filter((row) => !chosen.has(row.id))
  if (dragged.length > 0 && top.allowCascadeDelete !== 1)
    throw new AppError(
      'forbidden',
      `栏目“${top.title}”下还有 ${dragged.length} 个下级栏目，请先删除下级栏目，或在“编辑属性”中允许级联删除`,
    )
}

function requireUnlinked({ title, relationWorkFlow }: ColumnRow): void {
  const link = readWorkflowLink(relationWorkFlow)
  if (link?.status)
    throw new AppError('conflict', `栏目“${title}”正在使用审批流程“${link.workFlowName}”，请先取消关联，再删除`)
}

/** Ids of the ancestors; a cycle in old data ends the loop. */
function ancestors(parents: ReadonlyMap<number, number>, id: number): number[] {
  const found = new Set<number>()
  for (let at = parents.get(id); at && !found.has(at); at = parents.get(at)) found.add(at)
  return [...found]
}
