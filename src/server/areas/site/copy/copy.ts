import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { mapParallel } from '#server/parallel.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork, RunningJob } from '#server/http/jobWork.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { Staging, TemplateStore } from '#server/storage/templateStore.ts'
import { AppError } from '#shared/errors/index.ts'
import { findSite, requireFreeHosts, requireFreeSymbol, type SiteRow } from '../site/index.ts'
import {
  findTemplate,
  lockTemplateForRead,
  insertTemplate,
  type TemplateRow,
} from '#server/areas/template/template/index.ts'
import { copyColumns } from './columns.ts'
import { copiedSettings, type CopyInput, copyInput } from './input.ts'

type Db = Kysely<Database>

/** Part of the progress that copying the files takes. */
const FILES_SHARE = 90

/**
 * Copies a site: first the files of its template aside, with progress, then everything in one transaction. Until that
 * has committed nothing of the copy can be seen, and a failure leaves nothing behind.
 */
export const copySite: JobWork = async (deps, job) => {
  const input = copyInput.parse(job.input)
  const source = await sourceOf(deps.db, input.id)
  const template = source.templateId === 0 ? null : await findTemplate(deps.db, { id: source.templateId })
  const { templates } = await storesOf(deps)
  const staging = await templates.stage()
  try {
    await job.report(0, '正在复制模板文件')
    if (template) await stageTemplate(templates, template.folder, staging, filesStep(job))
    await staging.flush()
    await job.report(FILES_SHARE, '正在复制栏目和设置')
    await job.finish((db) => insertCopy({ db, deps, job, input, template, staging }))
  } finally {
    await staging.discard()
  }
}

/** Reports whole percents only. */
function filesStep(job: RunningJob) {
  let reported = 0
  return async (done: number, of: number): Promise<void> => {
    const percent = Math.floor((done / of) * FILES_SHARE)
    if (percent === reported) return
    reported = percent
    await job.report(percent, `正在复制模板文件（${done}/${of}）`)
  }
}

interface Copying {
  db: Db
  deps: ServerDeps
  job: RunningJob
  input: CopyInput
  template: TemplateRow | null
  staging: Staging
}

/** Answers the id of the new site. */
async function insertCopy({ db, deps, job, input, template, staging }: Copying): Promise<number> {
  const source = await sourceOf(db, input.id)
  await requireFreeSymbol(db, input.symbol, 0)
  await requireFreeHosts(db, [input.domain], 0)
  const createTime = deps.clock.now().getTime()
  const { title, symbol, domain } = input
  const stamp = { createTime, updateTime: createTime, updatedBy: job.username }
  const { id } = await db
    .insertInto('site')
    .values({ ...copiedSettings(source), ...stamp, title, symbol, domain, templateId: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await copyColumns(db, source.id, id)
  const made = await insertTemplate({ db, deps, clock: deps.clock }, newTemplate(input, template, id))
  await bindTemplates(db, source, { siteId: id, templateId: made.id })
  await db.updateTable('site').set({ templateId: made.id }).where('id', '=', id).execute()
  const { templates } = await storesOf(deps)
  await templates.makeFolder([input.folder])
  if (template) {
    await requireUnchanged(db, template)
    await templates.merge(staging, [input.folder])
  }
  return id
}

const newTemplate = ({ title, folder }: CopyInput, template: TemplateRow | null, siteId: number) => ({
  name: title,
  folder,
  templatePic: template?.templatePic ?? '',
  title: template?.title ?? '',
  siteId,
})

/** The copy has its own template, and shares the others that the source is bound to. */
async function bindTemplates(db: Db, source: SiteRow, copy: { siteId: number; templateId: number }): Promise<void> {
  const bound = await db.selectFrom('template_site').select('templateId').where('siteId', '=', source.id).execute()
  const shared = bound.map((row) => row.templateId).filter((id) => id !== source.templateId)
  const rows = [...shared, copy.templateId].map((templateId) => ({ templateId, siteId: copy.siteId }))
  await db.insertInto('template_site').values(rows).execute()
}

/** @throws AppError `conflict` when the template's files were changed while they were copied */
async function requireUnchanged(db: Db, template: TemplateRow): Promise<void> {
  const version = await lockTemplateForRead(db, template.id)
  if (version === template.version) return
  throw new AppError('conflict', `复制时模板“${template.name}”的文件被修改了，请重新复制`)
}

async function sourceOf(db: Db, id: number): Promise<SiteRow> {
  const source = await findSite(db, id)
  if (!source) throw new AppError('not-found', '要复制的站点不存在，可能已被删除')
  return source
}

const AT_ONCE = 8

/** Copies the files of a template into a staging folder; `step` is told how many of how many are done. */
async function stageTemplate(
  templates: TemplateStore,
  folder: string,
  staging: Staging,
  step: (done: number, of: number) => Promise<void>,
): Promise<void> {
  const entries = await templates.walk([folder])
  const files = entries.filter(({ kind }) => kind === 'file')
  const target = (path: readonly string[]): string => join(staging.dir, ...path.slice(1))
  for (const { kind, path } of entries) if (kind === 'folder') await mkdir(target(path), { recursive: true })
  let done = 0
  await mapParallel(files, AT_ONCE, async ({ path }) => {
    await step(done, files.length)
    await mkdir(dirname(target(path)), { recursive: true })
    await pipeline(await templates.stream(path), createWriteStream(target(path)))
    done += 1
  })
}
