import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { readPage, pageOf } from '#server/http/paging.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { exportSheet } from '#server/sheets/exportSheet.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { requireOwnUpload } from '#server/areas/upload/index.ts'
import {
  IMPORT_RETENTION_DAYS,
  IMPORT_FILES,
  type ImportLine,
  importMapping,
  type ImportOutcome,
} from '#shared/contract/contentImport.ts'
import { AppError } from '#shared/errors/index.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import type { CallContext } from '#server/http/context.ts'
import { readSource, runImport } from './run.ts'
import { countOutcomes, parseFound, requireOwnImport, type ImportRow, presentImport } from './store.ts'
import { createPlans } from './targets.ts'

const MB = 1024 * 1024
/** Unfinished imports offered for continuation. */
const MAX_LISTED = 20
/** Report lines per read. */
const REPORT_ROWS = 1000
const LINE_COLUMNS = ['row', 'title', 'target', 'outcome', 'reason'] as const
const OUTCOMES: Record<ImportOutcome, string> = { created: '新增', updated: '更新', skipped: '跳过', failed: '失败' }

const routes: Routes<'contentImport'> = {
  'contentImport.begin': async (ctx, { siteId, kind, path }) => {
    const upload = await requireOwnUpload(ctx, path)
    const { extensions, limitMb } = IMPORT_FILES[kind]
    if (!extensions.includes(extensionOf(upload.oldName)))
      throw new AppError('unsupported', `请上传 ${extensions.join(',')} 的格式!`)
    if (upload.size > limitMb * MB) throw new AppError('too-large', `文件大小不能大于${limitMb}M!`)
    if (upload.size === 0) throw new AppError('invalid', '文件内容为空，请重新选择')
    const { id } = await ctx.db
      .insertInto('content_import')
      .values({
        siteId,
        accountId: ctx.requireSignedIn().accountId,
        kind,
        fileName: upload.oldName,
        uploadPath: upload.accessPath,
        jobId: 0,
        found: '',
        mapping: '',
        createTime: ctx.clock.now().getTime(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const title = `读取“${upload.oldName}”`
    return {
      id,
      ...(await storeJob(
        ctx,
        id,
        await queueJob(ctx, { kind: 'contentImport.read', title, siteId, input: { importId: id } }),
      )),
    }
  },
  'contentImport.findById': async (ctx, { id }) => presentImport(ctx.db, await requireOwnImport(ctx, id)),
  'contentImport.list': async (ctx, { siteId }) => {
    const rows = await ctx.db
      .selectFrom('content_import')
      .selectAll()
      .where('siteId', '=', siteId)
      .where('accountId', '=', ctx.requireSignedIn().accountId)
      .where('createTime', '>', ctx.clock.now().getTime() - IMPORT_RETENTION_DAYS * DAY_MS)
      .orderBy('id', 'desc')
      .limit(MAX_LISTED)
      .execute()
    return Promise.all(
      rows.map(async ({ id, kind, fileName, createTime }) => ({
        id,
        kind,
        fileName,
        result: await countOutcomes(ctx.db, id, false),
        createDate: formatDateTime(createTime),
      })),
    )
  },
  'contentImport.run': async (ctx, { id, trial, ...given }) => {
    const row = await requireOwnImport(ctx, id)
    const mapping = importMapping.parse(given)
    await requireIdle(ctx, row)
    const titles = parseFound(row)?.columns.map(({ title }) => title)
    if (!titles) throw new AppError('conflict', '文件仍在读取，请读取完成后再试')
    await createPlans(ctx, { siteId: row.siteId, kind: row.kind, mapping, titles })
    if (trial)
      await ctx.db.deleteFrom('content_import_line').where('importId', '=', id).where('isTrial', '=', 1).execute()
    await ctx.db
      .updateTable('content_import')
      .set({ mapping: JSON.stringify(mapping) })
      .where('id', '=', id)
      .execute()
    const title = `${trial ? '试导入' : '导入'}“${row.fileName}”`
    const job = { kind: 'contentImport.run', title, siteId: row.siteId, input: { importId: id, trial } } as const
    return storeJob(ctx, id, await queueJob(ctx, job))
  },
  'contentImport.lines': async (ctx, { id, trial, failedOnly, page, size }) => {
    const row = await requireOwnImport(ctx, id)
    const found = selectLines(ctx, row, trial)
      .select(LINE_COLUMNS)
      .orderBy('seq')
      .$if(failedOnly, (query) => query.where('outcome', '=', 'failed'))
    const { rows, total } = await readPage(found, { page, size })
    return pageOf(rows, total, size)
  },
  'contentImport.report': async (ctx, { id, trial }) => {
    const row = await requireOwnImport(ctx, id)
    return exportSheet(ctx, {
      name: `${trial ? '试导入报告' : '导入报告'} ${row.fileName.replace(/\.[^.]*$/, '')}`,
      columns: [
        { title: '位置', width: 10, kind: 'number', value: ({ row: at }: ImportLine) => at },
        { title: '标题', width: 50, value: ({ title }: ImportLine) => title },
        { title: '栏目', width: 20, value: ({ target }: ImportLine) => target },
        { title: '结果', width: 10, value: ({ outcome }: ImportLine) => OUTCOMES[outcome] },
        { title: '说明', width: 80, value: ({ reason }: ImportLine) => reason },
      ],
      rows: readAllLines(ctx, row, trial),
      total: async () =>
        Object.values((await countOutcomes(ctx.db, id, trial)) ?? {}).reduce((sum, each) => sum + each, 0),
    })
  },
}

const selectLines = ({ db }: CallContext, { id }: ImportRow, trial: boolean) =>
  db
    .selectFrom('content_import_line')
    .where('importId', '=', id)
    .where('isTrial', '=', trial ? 1 : 0)

async function* readAllLines(ctx: CallContext, row: ImportRow, trial: boolean): AsyncGenerator<ImportLine> {
  for (let after = 0; ;) {
    const part = await selectLines(ctx, row, trial)
      .select([...LINE_COLUMNS, 'seq'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(REPORT_ROWS)
      .execute()
    yield* part
    const last = part.at(-1)
    if (!last) return
    after = last.seq
  }
}

async function storeJob(ctx: CallContext, id: number, { jobId }: { jobId: number }): Promise<{ jobId: number }> {
  await ctx.db.updateTable('content_import').set({ jobId }).where('id', '=', id).execute()
  return { jobId }
}

/** AppError `conflict` while a job of the import is active. */
async function requireIdle({ db }: CallContext, { jobId }: ImportRow): Promise<void> {
  const activeJob = await db
    .selectFrom('job')
    .select('id')
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (activeJob) throw new AppError('conflict', '上一步仍在进行，请等待完成或先取消')
}

const RETENTION_MS = 30 * DAY_MS

/**
 * Imports and their reports are removed after 30 days; the link of an entry to its source lives as long as the entry.
 */
async function prune({ db, clock }: ServerDeps): Promise<void> {
  const before = clock.now().getTime() - RETENTION_MS
  const old = db.selectFrom('content_import').select('id').where('createTime', '<', before)
  await db.deleteFrom('content_import_line').where('importId', 'in', old).execute()
  await db.deleteFrom('content_import').where('createTime', '<', before).execute()
  await db
    .deleteFrom('content_import_entry')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('content').select('content.id').whereRef('content.id', '=', 'content_import_entry.contentId'),
        ),
      ),
    )
    .execute()
}

const plugin = (app: FastifyInstance, deps: ServerDeps): void => scheduleMaintenance(app, deps, () => prune(deps))

/** Imports content from other programs: WordPress, HTML pages, sheets (decision 060). */
export const contentImport: Resource = {
  routes,
  plugin,
  jobs: { 'contentImport.read': readSource, 'contentImport.run': runImport },
}
