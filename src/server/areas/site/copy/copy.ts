import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork, RunningJob } from '#server/http/jobWork.ts'
import { copyFileRows } from '#server/storage/templates/tree.ts'
import { AppError } from '#shared/errors/index.ts'
import { findSite, requireFreeHosts, requireFreeSymbol, type SiteRow } from '../site/index.ts'
import {
  findTemplate,
  lockTemplateForRead,
  insertTemplate,
  type TemplateRow,
} from '#server/areas/template/template/index.ts'
import { copyColumns } from './columns.ts'
import { toCopiedSettings, type CopyInput, copyInput } from './input.ts'

type Db = Kysely<Database>

/** Copies a site with its template in one transaction, so that an incomplete copy is never visible. */
export const copySite: JobWork = async (deps, job) => {
  const input = copyInput.parse(job.input)
  await job.report(0, '正在复制栏目、设置和模板文件')
  await job.finish((db) => insertCopy({ db, deps, job, input }))
}

interface CopyContext {
  db: Db
  deps: ServerDeps
  job: RunningJob
  input: CopyInput
}

/** Returns the id of the new site. */
async function insertCopy({ db, deps, job, input }: CopyContext): Promise<number> {
  const source = await requireSource(db, input.id)
  const template = source.templateId === 0 ? null : await findTemplate(db, { id: source.templateId })
  await requireFreeSymbol(db, input.symbol, 0)
  await requireFreeHosts(db, [input.domain], 0)
  const createTime = deps.clock.now().getTime()
  const { title, symbol, domain } = input
  const stamp = { createTime, updateTime: createTime, updatedBy: job.username }
  const { id } = await db
    .insertInto('site')
    .values({ ...toCopiedSettings(source), ...stamp, title, symbol, domain, templateId: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('static_site').values({ siteId: id, isAuto: 1 }).execute()
  await copyColumns(db, source.id, id)
  const created = await insertTemplate({ db, clock: deps.clock }, toNewTemplate(input, template, id))
  await bindTemplates(db, source, { siteId: id, templateId: created.id })
  await db.updateTable('site').set({ templateId: created.id }).where('id', '=', id).execute()
  if (template) {
    await lockTemplateForRead(db, template.id)
    await copyFileRows(db, template.id, created.id)
  }
  return id
}

const toNewTemplate = ({ title, folder }: CopyInput, template: TemplateRow | null, siteId: number) => ({
  name: title,
  folder,
  templatePic: template?.templatePic ?? '',
  title: template?.title ?? '',
  siteId,
})

/** The copy gets its own template and shares the source's other templates. */
async function bindTemplates(db: Db, source: SiteRow, copy: { siteId: number; templateId: number }): Promise<void> {
  const bound = await db.selectFrom('template_site').select('templateId').where('siteId', '=', source.id).execute()
  const shared = bound.map((row) => row.templateId).filter((id) => id !== source.templateId)
  const rows = [...shared, copy.templateId].map((templateId) => ({ templateId, siteId: copy.siteId }))
  await db.insertInto('template_site').values(rows).execute()
}

async function requireSource(db: Db, id: number): Promise<SiteRow> {
  const source = await findSite(db, id)
  if (!source) throw new AppError('not-found', '要复制的站点不存在，可能已被删除')
  return source
}
