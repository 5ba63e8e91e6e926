import type { ServerDeps } from '#server/deps.ts'
import type { JobWork, RunningJob } from '#server/http/jobWork.ts'
import { ZipWriter } from '#server/storage/zip/writer.ts'
import { VERSION } from '#server/version.ts'
import { exportTemplate, exportUploads, FileWriter } from './exportFiles.ts'
import { readAttachments, type ExportedRows, type ExportOptions, exportRows } from './exportRows.ts'
import { exportInput, FORMAT, HEAD, type Head, head, LEFT_OUT, MEDIA_TYPE } from './format.ts'
import { writeLines } from './lines.ts'
import { createExport } from './archiveFiles.ts'
import type { Row } from './rows.ts'
import { withSnapshot } from './snapshot.ts'

/** Percent at which the rows, the templates and the uploads end. */
const [ROWS_TO, TEMPLATES_TO, END] = [50, 60, 99]

/**
 * Writes a site into one zip file (docs/site-archive.md): its rows from one snapshot, then the files that they
 * mention. Only a complete file gets its final name; after a kill the export starts again.
 */
export const exportSite: JobWork = async (deps, job) => {
  const options = exportInput.parse(job.input)
  const archive = await createExport(deps, job.id)
  const now = deps.clock.now()
  const zip = ZipWriter.toFile(archive.part, now)
  try {
    await job.report(0, '正在读取栏目和设置')
    const rows = await withSnapshot(deps, (db) => exportRows(db, zip, options, createRowProgress(deps, job, options)))
    const { kinds, ...rest } = await writeFiles(deps, job, zip, { ...rows, options })
    const { site } = rows
    const about: Head = {
      format: MEDIA_TYPE,
      version: FORMAT,
      program: VERSION,
      time: now.toISOString(),
      site: { title: site.title, symbol: site.symbol, domain: site.domain },
      history: options.history,
      members: options.members,
      kinds: [...rows.kinds, ...kinds],
      ...rest,
      leftOut: [...LEFT_OUT],
    }
    await zip.add(HEAD, [Buffer.from(`${JSON.stringify(head.parse(about), null, 2)}\n`)])
    await zip.finish()
    await archive.send()
    await job.finish(async (db) => {
      await archive.finish(db)
      return options.siteId
    })
  } catch (error) {
    zip.abort()
    await archive.discard()
    throw error
  }
}

/** Estimates progress by entries and their versions, which make up most rows. */
function createRowProgress({ db }: ServerDeps, job: RunningJob, { siteId, history }: ExportOptions) {
  let total: Promise<number> | undefined
  const count = async (): Promise<number> => {
    const entries = db.selectFrom('content').where('siteId', '=', siteId)
    const { rows } = await entries.select((eb) => eb.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()
    const { versions } = await entries
      .select((eb) => eb.fn.sum<number | null>('version').as('versions'))
      .executeTakeFirstOrThrow()
    return rows + (history ? 2 * (versions ?? 0) : 0) + 1
  }
  return async (done: number, title: string): Promise<void> => {
    const share = Math.min(1, done / (await (total ??= count())))
    await job.report(Math.floor(share * ROWS_TO), `正在导出${title}（已导出 ${done} 行）`)
  }
}

async function writeFiles(
  deps: ServerDeps,
  job: RunningJob,
  zip: ZipWriter,
  { templates, named, options }: ExportedRows & { options: ExportOptions },
): Promise<Pick<Head, 'kinds' | 'files' | 'missing'>> {
  const files = new FileWriter(zip)
  const entries: Row[] = []
  for (const template of templates) {
    const step = (path: string) => job.report(ROWS_TO, `正在导出模板“${template.name}”：${path}`)
    entries.push(...(await exportTemplate(deps, files, template, { named, step })))
  }
  const kinds = [
    await writeLines(zip, 'templates', [
      templates.map(({ id, name, folder, title, templatePic, sort, createTime }) => ({
        id,
        name,
        folder,
        title,
        templatePic,
        sort,
        createTime,
      })),
    ]),
    await writeLines(zip, 'templateFiles', [entries]),
  ]
  const rows = await readAttachments(deps.db, options.siteId, named)
  const { lines, missing } = await exportUploads(deps, files, rows, (done) =>
    job.report(
      TEMPLATES_TO + Math.floor(((END - TEMPLATES_TO) * done) / rows.length),
      `正在导出文件（${done}/${rows.length}）`,
    ),
  )
  kinds.push(await writeLines(zip, 'attachments', [lines]))
  return { kinds, files: { count: files.count, bytes: files.bytes }, missing }
}
