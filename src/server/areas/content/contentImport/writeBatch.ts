import { toAppError } from '#server/http/response.ts'
import type { CallContext } from '#server/http/context.ts'
import { createWorkContext } from '#server/http/workContext.ts'
import {
  toChunks,
  requireContentColumn,
  type ContentColumn,
  type NewDraft,
  publishEntries,
  writeDrafts,
} from '../entry/index.ts'
import type { ImportRun, Prepared } from './importRun.ts'
import { findImportedEntries, decideItem } from './lines.ts'
import { importPictures } from './pictures.ts'
import { type NewLine, writeLines } from './store.ts'
import { updateEntries } from './updateEntries.ts'
import type { ItemValues } from './plan.ts'

/**
 * Writes a batch in one transaction. On failure, writes each entry in its own transaction, so that one faulty entry
 * does not block the rest.
 */
export async function writeBatch(run: ImportRun, batch: readonly Prepared[]): Promise<void> {
  const ready: Illustrated[] = []
  const known = await findImportedEntries(run.deps.db, run.row.siteId, batch)
  for (const each of batch) {
    // Already imported by this job before it was interrupted.
    if (known.get(each.item.key)?.importId === run.row.id && each.duplicateOf === 0) continue
    const decided = decideItem(run, each, known.get(each.item.key))
    if (!decided.values) ready.push({ ...each, missing: 0 })
    else {
      const { siteId, accountId } = run.row
      const where = { siteId, accountId, fetchPictures: run.mapping.fetchPictures }
      const { html, missing } = await importPictures(run.deps, run.source, each.item, where)
      ready.push({ ...each, item: { ...each.item, html }, missing })
    }
  }
  if (ready.length === 0) return
  const made = await writeOrSplit(run, ready)
  await publishCreated(run, made)
}

type Illustrated = Prepared & { missing: number }
interface CreatedEntry {
  column: ContentColumn
  id: number
  line: NewLine
}

async function writeOrSplit(run: ImportRun, ready: readonly Illustrated[]): Promise<CreatedEntry[]> {
  try {
    return await inTransaction(run, (ctx) => writeEntriesNow(run, ctx, ready))
  } catch (error) {
    const [only, ...others] = ready
    if (!only) return []
    if (others.length === 0) {
      const { code, message } = toAppError(error)
      if (code === 'internal') run.deps.log.error({ err: error, import: run.row.id }, 'an entry was not imported')
      const reason = code === 'internal' ? '内容的数据无法保存，请在来源中检查后重新导入' : message
      const { line } = decideItem(run, only, undefined)
      await writeLines(run.deps.db, [{ ...line, outcome: 'failed', reason }])
      return []
    }
  }
  const created: CreatedEntry[] = []
  for (const each of ready) created.push(...(await writeOrSplit(run, [each])))
  return created
}

async function inTransaction<T>({ deps, writer }: ImportRun, work: (ctx: CallContext) => Promise<T>): Promise<T> {
  const { result, committed } = await deps.db.transaction().execute(async (tx) => {
    const { ctx, committed: after } = createWorkContext(deps, tx, writer)
    return { result: await work(ctx), committed: after }
  })
  await committed()
  return result
}

async function writeEntriesNow(
  run: ImportRun,
  ctx: CallContext,
  ready: readonly Illustrated[],
): Promise<CreatedEntry[]> {
  const known = await findImportedEntries(ctx.db, run.row.siteId, ready)
  const lines: NewLine[] = []
  const created: CreatedEntry[] = []
  const byColumn = new Map<number, { each: Illustrated; line: NewLine; read: ItemValues }[]>()
  for (const each of ready) {
    const existing = known.get(each.item.key)
    const note = each.missing > 0 ? `${each.missing} 张图片未导入，保留原地址` : ''
    const { line, values } = decideItem(run, each, existing, note)
    lines.push(line)
    const classId = each.plan?.column?.id ?? 0
    if (values) byColumn.set(classId, [...(byColumn.get(classId) ?? []), { each, line, read: values }])
  }
  for (const [classId, list] of byColumn) {
    const column = await requireContentColumn(ctx, classId, run.row.siteId)
    const fresh = list.filter(({ line }) => line.outcome === 'created')
    const drafts = fresh.map(({ read }): NewDraft => ({
      values: read.values,
      sort: 0,
      note: { detail: run.row.fileName },
    }))
    const ids = await writeDrafts(ctx, column, drafts, 'import')
    for (const [at, { line, each }] of fresh.entries())
      if (each.item.isPublished) created.push({ column, id: ids[at] ?? 0, line })
    const updates = list.flatMap(({ each, line, read }) => {
      const id = known.get(each.item.key)?.contentId
      return line.outcome === 'updated' && id !== undefined ? [{ id, line, pairs: read.pairs }] : []
    })
    await updateEntries(ctx, column, updates)
    const sources = list.map(({ each, line }) => ({
      siteId: run.row.siteId,
      source: each.item.key,
      importId: run.row.id,
      contentId:
        line.outcome === 'created'
          ? (ids[fresh.findIndex((one) => one.line === line)] ?? 0)
          : (known.get(each.item.key)?.contentId ?? 0),
    }))
    for (const part of toChunks(sources))
      await ctx.db
        .insertInto('content_import_entry')
        .values(part)
        .onConflict((conflict) =>
          conflict.columns(['siteId', 'source']).doUpdateSet((eb) => ({
            contentId: eb.ref('excluded.contentId'),
            importId: eb.ref('excluded.importId'),
          })),
        )
        .execute()
  }
  await writeLines(ctx.db, lines)
  return run.mapping.publish ? created : []
}

/**
 * Publishes entries that were public in the source. Entries that the column's checks refuse stay drafts, and their
 * report lines say why.
 */
async function publishCreated(run: ImportRun, made: readonly CreatedEntry[]): Promise<void> {
  for (const [column, list] of Map.groupBy(made, (each) => each.column)) {
    const order = (some: readonly CreatedEntry[]) => ({
      classId: column.id,
      idList: some.map(({ id }) => id),
      acceptSensitive: false,
    })
    const go = (some: readonly CreatedEntry[]) => inTransaction(run, (ctx) => publishEntries(ctx, order(some)))
    try {
      await go(list)
      continue
    } catch {
      // Publishes one by one to find out which entries are refused.
    }
    for (const each of list)
      await go([each]).catch(async (error: unknown) => {
        const reason = `已导入为草稿，未发布：${toAppError(error).message}`
        await writeLines(run.deps.db, [{ ...each.line, reason: reason.slice(0, 2000) }])
      })
  }
}
