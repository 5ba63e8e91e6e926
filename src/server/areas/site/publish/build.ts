import { mkdir } from 'node:fs/promises'
import type { ServerDeps } from '#server/deps.ts'
import { asAppError } from '#server/http/answer.ts'
import type { JobWork, RunningJob } from '#server/http/jobWork.ts'
import { wakeJobs } from '#server/jobs/runner.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { CheckedOut } from '#server/storage/templates/files.ts'
import type { StaticReport } from '#shared/contract/statics.ts'
import { AppError } from '#shared/errors/index.ts'
import { entryFacts, readSite, runSiteThread, type SiteBundle } from '../engine/index.ts'
import { noteSiteEvents } from '../events.ts'
import { recordMoved, redirectedByBuilds } from '../redirect/index.ts'
import type { BuildProgress, BuildResult, BuildTask } from './buildTask.ts'
import { clearSite, siteFolder } from '#server/storage/siteFolders.ts'
import { bringSite, clearRows, Overtaken, sendSite } from './shared.ts'
import { signatureOf } from './signature.ts'
import { whenBack } from './whenBack.ts'

/** MB of a build's heap: 100,000 entries with their lists, and the page in hand. */
const HEAP_MB = 1024
/** ms without a sign of life; one page may take five seconds. */
const PATIENCE_MS = 60_000

/** What a build was asked for; `menuIds` null: the whole site. */
interface BuildInput {
  siteId: number
  menuIds: number[] | null
}

/** 生成静态页面: builds what changed beside the pages that visitors see, then lets them see it. */
export const buildStatics: JobWork = async (deps, job) => {
  try {
    await buildUntilFirst(deps, job)
  } catch (thrown) {
    const { code, message } = asAppError(thrown)
    const { siteId } = job.input as BuildInput
    if (code !== 'cancelled')
      await noteSiteEvents(deps, [{ event: 'build.failed', siteId, data: { message } }]).catch((err: unknown) =>
        deps.log.error({ err }, 'a failed build was not told'),
      )
    throw thrown
  }
}

/** Builds of one site that are begun because another process was faster. */
const TRIES = 4

/** What another process has built meanwhile is what the next try builds upon. */
const buildUntilFirst: JobWork = async (deps, job) => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await build(deps, job)
    } catch (thrown) {
      if (!(thrown instanceof Overtaken) || attempt === TRIES) throw thrown
    }
  }
}

const build: JobWork = async (deps, job) => {
  const { siteId } = job.input as BuildInput
  const drawn = await whenBack(deps, job, { siteId, progress: 0 }, () => draw(deps, job))
  await whenBack(deps, job, { siteId, progress: 99 }, () => publishDrawn(deps, job, drawn))
}

/** Pages that lie whole in a slot of this machine, and what they were made of. */
type Drawn = Awaited<ReturnType<typeof draw>>

async function draw(deps: ServerDeps, job: RunningJob) {
  const { siteId, menuIds } = job.input as BuildInput
  const started = performance.now()
  await job.report(0, '正在读取站点')
  // First: what changes meanwhile is built by the next one.
  const stale = await staleOf(deps, siteId)
  const signature = await signatureOf(deps.db, siteId)
  const bundle = await readSite(deps, deps.db, siteId)
  const folder = siteFolder(deps.dataDir, siteId)
  await mkdir(folder, { recursive: true })
  await bringSite(deps, siteId)
  const redirected = await redirectedByBuilds(deps.db, siteId)
  const task = { folder, columns: menuIds, redirected }
  const result = await runBuild(deps, siteId, bundle, task, progressReporter(job.report))
  return { stale, signature, started, result }
}

/** Sends the pages and lets visitors see them; done again after a fault, it sends what the store does not have yet. */
async function publishDrawn(deps: ServerDeps, job: RunningJob, { stale, signature, started, result }: Drawn) {
  const { siteId, menuIds } = job.input as BuildInput
  const { slot, moved, again, ...facts } = result
  const report: StaticReport = { ...facts, durationMs: Math.round(performance.now() - started) }
  const built = await sendSite(deps, siteId, slot)
  await job.finish(async (tx) => {
    const buildTime = deps.clock.now().getTime()
    const row = { buildTime, signature, report: JSON.stringify(report) }
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
    await noteSiteEvents({ db: tx, clock: deps.clock }, [
      { event: 'build.done', siteId, data: { pages: report.pages, durationMs: report.durationMs } },
    ])
    await recordMoved(tx, { siteId, moved, again, time: buildTime })
    await built.publish(tx)
    return 0
  })
  await built.done()
  // Deployments that the event queued begin at once.
  wakeJobs(deps, 'site.deploy')
}

/** Builds in a thread, with the template's files on this machine meanwhile. */
async function runBuild(
  deps: ServerDeps,
  siteId: number,
  bundle: SiteBundle,
  task: Omit<BuildTask, 'templateDir'>,
  onProgress: (progress: BuildProgress) => Promise<void>,
): Promise<BuildResult> {
  const template = await templateOf(deps, bundle)
  try {
    return await runSiteThread<BuildTask, BuildProgress, BuildResult>(new URL('./build.worker.ts', import.meta.url), {
      bundle,
      task: { ...task, templateDir: template.dir },
      entries: entryFacts(deps.db, siteId),
      db: deps.db,
      onProgress,
      mb: HEAP_MB,
      patience: PATIENCE_MS,
    })
  } finally {
    await template.release()
  }
}

/** 清除静态页面: nothing of the site is on the web after it. */
export const cleanStatics: JobWork = async (deps, job) => {
  const { siteId } = job.input as { siteId: number }
  await job.report(0, '正在清除')
  await job.finish(async (tx) => {
    await tx
      .updateTable('static_site')
      .set({ buildTime: 0, signature: '', report: '{}', isAuto: 0, nextTime: 0 })
      .where('siteId', '=', siteId)
      .execute()
    await clearRows(tx, siteId)
    await clearSite(siteFolder(deps.dataDir, siteId))
    return 0
  })
}

const staleOf = (deps: ServerDeps, siteId: number) =>
  deps.db.selectFrom('stale_page').select(['classId', 'contentId', 'time']).where('siteId', '=', siteId).execute()

async function templateOf(deps: ServerDeps, { template: { id, folder, files } }: SiteBundle): Promise<CheckedOut> {
  const { templates } = await storesOf(deps)
  if (files.length === 0) throw new AppError('conflict', `模板文件夹“${folder}”是空的，请先放入 index.html 等模板文件`)
  return templates.checkOut(id)
}

/** Pages done, of how many, how fast and how long still. */
export function progressReporter(report: (progress: number, message: string) => Promise<void>) {
  const started = performance.now()
  return ({ done, total }: BuildProgress): Promise<void> => {
    const seconds = (performance.now() - started) / 1000
    const rate = done / Math.max(seconds, 0.001)
    const left = Math.ceil((total - done) / Math.max(rate, 0.001))
    const words = `已处理 ${done} / ${total} 页，每秒 ${Math.max(1, Math.round(rate))} 页，约剩 ${left} 秒`
    return report(Math.min(99, Math.floor((done / Math.max(total, 1)) * 99)), words)
  }
}
