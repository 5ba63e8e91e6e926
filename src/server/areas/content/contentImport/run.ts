import { readAccountAuthority } from '#server/areas/people/account/index.ts'
import { findByAccessPath } from '#server/areas/upload/index.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork, RunningJob } from '#server/http/jobWork.ts'
import { createWorkContext, type JobOwner } from '#server/http/workContext.ts'
import type { ImportMapping } from '#shared/contract/contentImport.ts'
import type { Authority } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { openSource } from './openSource.ts'
import { findPictureAddresses } from './pictures.ts'
import type { Source, SourceItem } from './source.ts'
import { findImport, parseFound, type ImportRow, parseMapping, writeLines } from './store.ts'
import { createColumns, createPlans } from './targets.ts'
import type { ImportRun, Prepared } from './importRun.ts'
import { findImportedEntries, decideItem } from './lines.ts'
import { writeBatch } from './writeBatch.ts'

/** Entries per transaction, and characters after which a batch is written early. */
const BATCH = 50
const BATCH_TEXT = 4 * 1024 * 1024

const EXPIRED = '上传的文件已过期，请重新选择文件'

async function openImportSource(deps: ServerDeps, row: ImportRow, mapping: ImportMapping | null): Promise<Source> {
  const upload = await findByAccessPath(deps.db, row.uploadPath)
  if (!upload) throw new AppError('not-found', EXPIRED)
  return openSource(deps, row.kind, { blobKey: upload.blobKey, name: upload.oldName, size: upload.size }, mapping)
}

async function findJobImport(deps: ServerDeps, job: RunningJob): Promise<ImportRow> {
  const row = await findImport(deps.db, (job.input as { importId: number }).importId)
  if (!row) throw new AppError('not-found', EXPIRED)
  return row
}

/** Job: reads a whole source and stores a summary of what it contains. */
export const readSource: JobWork = async (deps, job) => {
  const row = await findJobImport(deps, job)
  const source = await openImportSource(deps, row, null)
  try {
    let pictures = 0
    for await (const item of source.items()) {
      pictures += findPictureAddresses(item.html).length
      await job.report(Math.floor(99 * source.progress()), `已读取 ${source.facts.entries} 条内容`)
    }
    const { facts } = source
    if (facts.entries === 0)
      throw new AppError('invalid', facts.broken ? brokenText(facts.broken) : '文件里没有可以导入的内容')
    const groups = [...facts.groups].map(([key, group]) => ({ key, ...group })).filter(({ count }) => count > 0)
    const remotePictures = Math.max(facts.remotePictures, pictures - facts.pictures)
    const found = JSON.stringify({ ...facts, groups, remotePictures: Math.max(0, remotePictures) })
    await job.finish(async (db) => {
      await db.updateTable('content_import').set({ found }).where('id', '=', row.id).execute()
      return row.id
    })
  } finally {
    await source.close()
  }
}

const brokenText = ({ line, column, message }: { line: number; column: number; message: string }): string =>
  `文件在第 ${line} 行${column > 0 ? `第 ${column} 列` : ''}损坏：${message}，请重新导出或修复后再上传`

interface RunInput {
  importId: number
  trial: boolean
}

/** Job: runs an import or trial import. A restarted job continues after the entries already imported. */
export const runImport: JobWork = async (deps, job) => {
  const row = await findJobImport(deps, job)
  const { trial } = job.input as RunInput
  const mapping = parseMapping(row)
  const found = parseFound(row)
  if (!mapping || !found) throw new AppError('invalid', '尚未设置导入目标，请重新设置')
  const titles = found.columns.map(({ title }) => title)
  const who = await jobWriter(deps, job)
  const resolved = trial ? mapping : await createMissingColumns(deps, row, mapping, who)
  // The account's rights are read again, because they now include the new columns.
  const writer = trial ? who : await jobWriter(deps, job)
  const { ctx } = createWorkContext(deps, deps.db, writer)
  const plans = await createPlans(ctx, { siteId: row.siteId, kind: row.kind, mapping: resolved, titles })
  const source = await openImportSource(deps, row, resolved)
  try {
    const run = { deps, row, mapping: resolved, plans, source, trial, job, writer, seen: new Map<string, number>() }
    await processItems(run, found.entries)
    await job.finish(async () => row.id)
  } finally {
    await source.close()
  }
}

const NO_RIGHTS: Authority = { groupId: 0, siteItemDTOList: [] }

async function jobWriter(deps: ServerDeps, { accountId, username }: RunningJob): Promise<JobOwner> {
  return { accountId, username, authority: (await readAccountAuthority(deps.db, accountId)) ?? NO_RIGHTS }
}

/**
 * Creates the new columns of a mapping and stores their ids in it, so that a restarted job does not create them
 * twice.
 */
async function createMissingColumns(
  deps: ServerDeps,
  { id, siteId }: ImportRow,
  mapping: ImportMapping,
  who: JobOwner,
): Promise<ImportMapping> {
  if (!mapping.groups.some(({ to }) => to === 'new')) return mapping
  const made = await deps.db.transaction().execute(async (tx) => {
    const { ctx, committed } = createWorkContext(deps, tx, who)
    const whole = await createColumns(ctx, siteId, mapping)
    await tx
      .updateTable('content_import')
      .set({ mapping: JSON.stringify(whole) })
      .where('id', '=', id)
      .execute()
    return { whole, committed }
  })
  await made.committed()
  return made.whole
}

async function processItems(run: ImportRun, total: number): Promise<void> {
  let batch: Prepared[] = []
  let [seq, characters] = [0, 0]
  const flush = async (): Promise<void> => {
    const part = batch
    batch = []
    characters = 0
    if (part.length > 0) await (run.trial ? reportBatch(run, part) : writeBatch(run, part))
    const done = `${run.trial ? '已检查' : '已处理'} ${seq} 条，共 ${total} 条`
    await run.job.report(Math.min(99, Math.floor((100 * seq) / Math.max(1, total))), done)
  }
  for await (const item of run.source.items()) {
    seq += 1
    const prepared = prepare(run, item, seq)
    batch.push(prepared)
    characters += item.html.length
    if (batch.length >= BATCH || characters > BATCH_TEXT) await flush()
  }
  await flush()
}

function prepare({ plans, seen }: ImportRun, item: SourceItem, seq: number): Prepared {
  const key = item.groups.find((group) => plans.has(group))
  const plan = key === undefined ? null : (plans.get(key) ?? null)
  const first = seen.get(item.key)
  if (first === undefined) seen.set(item.key, item.row)
  return { item, seq, plan, duplicateOf: first ?? 0 }
}

/** Reports what an import would do; writes only report lines. */
async function reportBatch(run: ImportRun, batch: readonly Prepared[]): Promise<void> {
  const known = await findImportedEntries(run.deps.db, run.row.siteId, batch)
  const lines = batch.map((each) => {
    const pictures = findPictureAddresses(each.item.html).length
    return decideItem(run, each, known.get(each.item.key), pictures > 0 ? `含 ${pictures} 张图片` : '').line
  })
  await writeLines(run.deps.db, lines)
}
