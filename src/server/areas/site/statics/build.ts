import { mkdir } from 'node:fs/promises'
import type { ServerDeps } from '#server/deps.ts'
import { toAppError } from '#server/http/response.ts'
import type { JobWork, RunningJob } from '#server/http/jobWork.ts'
import { wakeJobs } from '#server/jobs/runner.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { Checkout } from '#server/storage/templates/templateFiles.ts'
import type { StaticReport } from '#shared/contract/statics.ts'
import { AppError } from '#shared/errors/index.ts'
import { readEntryBatches, readSite, runSiteThread, type SiteBundle } from '../engine/index.ts'
import { publishSiteEvents } from '../events.ts'
import { saveMovedPages, readAutoRedirectKeys } from '../redirect/index.ts'
import type { BuildProgress, BuildResult, BuildTask } from './buildTask.ts'
import { noteEntryPages } from './entryPages.ts'
import { clearSite, siteFolder } from '#server/storage/siteFolders.ts'
import { materializeSite, deletePublishedRows, SupersededError, uploadSite } from './publishedSite.ts'
import { readSignature } from './signature.ts'
import { retryWhileUnavailable } from './retryWhileUnavailable.ts'

/** Heap of a build, MB: 100,000 entries with their lists, and the current page. */
const HEAP_MB = 1024
/** Timeout without a message of the thread, ms; one page may take five seconds. */
const TIMEOUT_MS = 60_000

/** Input of a build job; `menuIds` null: the whole site. */
interface BuildInput {
  siteId: number
  menuIds: number[] | null
}

/** 生成静态页面: builds the changes into the inactive slot, then makes that slot public. */
export const buildStatics: JobWork = async (deps, job) => {
  try {
    await buildWithRetries(deps, job)
  } catch (thrown) {
    const { code, message } = toAppError(thrown)
    const { siteId } = job.input as BuildInput
    if (code !== 'cancelled')
      await publishSiteEvents(deps, [{ event: 'build.failed', siteId, data: { message } }]).catch((err: unknown) =>
        deps.log.error({ err }, 'a failed build was not published as an event'),
      )
    throw thrown
  }
}

/** Attempts of one build, because another process published first. */
const MAX_ATTEMPTS = 4

/** Each attempt builds upon the pages the other process has published. */
const buildWithRetries: JobWork = async (deps, job) => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await build(deps, job)
    } catch (thrown) {
      if (!(thrown instanceof SupersededError) || attempt === MAX_ATTEMPTS) throw thrown
    }
  }
}

const build: JobWork = async (deps, job) => {
  const { siteId } = job.input as BuildInput
  const drawn = await retryWhileUnavailable(deps, job, { siteId, progress: 0 }, () => drawSite(deps, job))
  await retryWhileUnavailable(deps, job, { siteId, progress: 99 }, () => publishDrawn(deps, job, drawn))
}

/** Complete pages in a slot of this machine, and the state they were built from. */
type DrawnSite = Awaited<ReturnType<typeof drawSite>>

async function drawSite(deps: ServerDeps, job: RunningJob) {
  const { siteId, menuIds } = job.input as BuildInput
  const started = performance.now()
  await job.report(0, '正在读取站点')
  // Read first, so that the next build covers changes made meanwhile.
  const stale = await readStalePages(deps, siteId)
  const signature = await readSignature(deps.db, siteId)
  const bundle = await readSite(deps, deps.db, siteId)
  const folder = siteFolder(deps.dataDir, siteId)
  await mkdir(folder, { recursive: true })
  await materializeSite(deps, siteId)
  const redirected = await readAutoRedirectKeys(deps.db, siteId)
  const task = { folder, columns: menuIds, redirected }
  const result = await runBuild(deps, siteId, bundle, task, createProgressReporter(job.report))
  return { stale, signature, started, result }
}

/** Uploads the pages and publishes them. A repetition after a failure uploads only what the store lacks. */
async function publishDrawn(deps: ServerDeps, job: RunningJob, { stale, signature, started, result }: DrawnSite) {
  const { siteId, menuIds } = job.input as BuildInput
  const { slot, moved, restoredAddresses, entryPages, ...facts } = result
  const report: StaticReport = { ...facts, durationMs: Math.round(performance.now() - started) }
  const built = await uploadSite(deps, siteId, slot)
  await job.finish(async (tx) => {
    const buildTime = deps.clock.now().getTime()
    const row = { buildTime, pagesTime: buildTime, signature, report: JSON.stringify(report) }
    await tx
      .insertInto('static_site')
      .values({ siteId, ...row })
      .onConflict((conflict) => conflict.column('siteId').doUpdateSet(row))
      .execute()
    const done = menuIds === null ? stale : stale.filter(({ classId }) => menuIds.includes(classId))
    for (const { classId, contentId, time } of done)
      await tx
        .deleteFrom('stale_page')
        .where('siteId', '=', siteId)
        .where('classId', '=', classId)
        .where('contentId', '=', contentId)
        .where('time', '=', time)
        .execute()
    await noteEntryPages(tx, siteId, entryPages)
    await publishSiteEvents({ db: tx, clock: deps.clock }, [
      { event: 'build.done', siteId, data: { pages: report.pages, durationMs: report.durationMs } },
    ])
    await saveMovedPages(tx, { siteId, moved, again: restoredAddresses, time: buildTime })
    await built.publish(tx)
    return 0
  })
  await built.done()
  // Deployments that the event queued begin at once.
  wakeJobs(deps, 'site.deploy')
}

/** Builds in a thread, with the template's files checked out on this machine. */
async function runBuild(
  deps: ServerDeps,
  siteId: number,
  bundle: SiteBundle,
  task: Omit<BuildTask, 'templateDir'>,
  onProgress: (progress: BuildProgress) => Promise<void>,
): Promise<BuildResult> {
  const template = await checkOutTemplate(deps, bundle)
  try {
    return await runSiteThread<BuildTask, BuildProgress, BuildResult>(new URL('./build.worker.ts', import.meta.url), {
      bundle,
      task: { ...task, templateDir: template.dir },
      entries: readEntryBatches(deps.db, siteId),
      db: deps.db,
      onProgress,
      heapMb: HEAP_MB,
      timeoutMs: TIMEOUT_MS,
    })
  } finally {
    await template.release()
  }
}

/** 清除静态页面: removes all pages of the site from the web. */
export const cleanStatics: JobWork = async (deps, job) => {
  const { siteId } = job.input as { siteId: number }
  await job.report(0, '正在清除')
  await job.finish(async (tx) => {
    await tx
      .updateTable('static_site')
      .set({ buildTime: 0, signature: '', report: '{}', isAuto: 0, nextTime: 0 })
      .where('siteId', '=', siteId)
      .execute()
    await noteEntryPages(tx, siteId, [])
    await deletePublishedRows(tx, siteId)
    await clearSite(siteFolder(deps.dataDir, siteId))
    return 0
  })
}

const readStalePages = (deps: ServerDeps, siteId: number) =>
  deps.db.selectFrom('stale_page').select(['classId', 'contentId', 'time']).where('siteId', '=', siteId).execute()

async function checkOutTemplate(deps: ServerDeps, { template: { id, folder, files } }: SiteBundle): Promise<Checkout> {
  const { templates } = await storesOf(deps)
  if (files.length === 0) throw new AppError('conflict', `模板文件夹“${folder}”为空，请先放入 index.html 等模板文件`)
  return templates.checkOut(id)
}

/** Creates a reporter of the pages done, their total, the rate and the time left. */
export function createProgressReporter(report: (progress: number, message: string) => Promise<void>) {
  const started = performance.now()
  return ({ done, total }: BuildProgress): Promise<void> => {
    const seconds = (performance.now() - started) / 1000
    const rate = done / Math.max(seconds, 0.001)
    const secondsLeft = Math.ceil((total - done) / Math.max(rate, 0.001))
    const text = `已处理 ${done} / ${total} 页，每秒 ${Math.max(1, Math.round(rate))} 页，约剩 ${secondsLeft} 秒`
    return report(Math.min(99, Math.floor((done / Math.max(total, 1)) * 99)), text)
  }
}
