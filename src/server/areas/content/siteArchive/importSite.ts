import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { JobWork, RunningJob } from '#server/http/jobWork.ts'
import { readAccountAuthority } from '#server/areas/people/account/index.ts'
import { nextBuildTime } from '#server/areas/site/statics/index.ts'
import { findSite, requireFreeHosts, requireFreeSymbol } from '#server/areas/site/site/index.ts'
import { insertTemplate } from '#server/areas/template/template/index.ts'
import { storesOf } from '#server/storage/stores.ts'
import { fillTemplate, openStaging, type Staging, storeTree, type TreeEntry } from '#server/storage/templates/tree.ts'
import { siteImportForm } from '#shared/contract/siteArchive.ts'
import { type StaticPlan, staticPlan } from '#shared/contract/statics.ts'
import { replaceFileAddresses } from '#shared/domain/fileAddresses.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { discardImport, forgetImport } from './discard.ts'
import { stageFile, type TemplateLine, templateLine } from './importFiles.ts'
import { withKeyMap } from './importMap.ts'
import { type ImportState, openImportState } from './importState.ts'
import { type ImportContext, runStep, STEPS } from './importSteps.ts'
import { MEMBER_KINDS } from './kinds.ts'
import { allLines, type Archive, openArchive } from './open.ts'
import { openImportArchive, removeImportArchive } from './archiveFiles.ts'
import type { RoleRef } from './convertRows.ts'

type Db = Kysely<Database>

/** `archive`: name of the archive's copy in the blob store. */
export const importInput = siteImportForm.omit({ accessPath: true }).extend({ archive: z.string().default('') })
type ImportInput = z.output<typeof importInput>

/** Percent of the progress for rows and uploads. */
const ROWS_SHARE = 90

/**
 * Creates a site from an archive. Rows are imported in batches under the id of a site that does not exist yet, so
 * nobody sees them; the site and its templates are inserted last, in one transaction. After a kill the import
 * continues; a failed or cancelled import is discarded.
 */
export const importSite: JobWork = async (deps, job) => {
  const input = importInput.parse(job.input)
  await requireSuperAccount(deps.db, job)
  const state = await openImportState(deps.db, job.id, STEPS[0]?.name ?? '')
  try {
    await withArchive(deps, job, input.archive, async (archive) => {
      await importRows({ deps, job, archive, state, input })
      await finishImport({ deps, job, archive, state, input })
    })
  } catch (error) {
    if (!(await shouldContinue(deps, job.id, error))) await discardImport(deps, state)
    throw error
  }
  await forgetImport(deps, state)
  await removeImportArchive(deps, input.archive)
}

/** Checked at every start, because the job may have waited long in the queue. AppError `forbidden`. */
async function requireSuperAccount(db: Db, { accountId }: RunningJob): Promise<void> {
  const authority = await readAccountAuthority(db, accountId)
  if (!authority || !isSuper(authority))
    throw new AppError('forbidden', '发起导入的账号已停用或不再是超级管理员，导入未执行，请由超级管理员重新导入')
}

async function withArchive(
  deps: ServerDeps,
  job: RunningJob,
  name: string,
  work: (archive: Archive) => Promise<void>,
): Promise<void> {
  await job.report(0, '正在取出导出包')
  const { file, release } = await openImportArchive(deps, name).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error
    throw new AppError('not-found', '上传的导出包已被清理，请重新上传', { cause: error })
  })
  try {
    const archive = await openArchive(file).catch((error: unknown) => {
      if (error instanceof AppError) throw error
      throw new AppError('not-found', '上传的导出包已被清理，请重新上传', { cause: error })
    })
    try {
      await work(archive)
    } finally {
      archive.close()
    }
  } finally {
    await release()
  }
}

/** Does the job continue later or elsewhere, because this process stops or another one took it over? */
async function shouldContinue({ db }: ServerDeps, jobId: number, error: unknown): Promise<boolean> {
  if (!(error instanceof AppError) || error.code !== 'cancelled') return false
  const job = await db.selectFrom('job').select(['state', 'cancelAsked']).where('id', '=', jobId).executeTakeFirst()
  return job?.state === 'running' && job.cancelAsked === 0
}

interface ImportRun {
  deps: ServerDeps
  job: RunningJob
  archive: Archive
  state: ImportState
  input: ImportInput
}

async function importRows({ deps, job, archive, state, input }: ImportRun): Promise<void> {
  const work: ImportContext = {
    deps,
    archive,
    state,
    accountId: job.accountId,
    folders: new Map(input.folders.map(({ folder, as }) => [folder, as])),
    accounts: new Set(input.accounts),
    rows: { siteId: state.siteId, ...(await readRoles(deps.db, job.accountId)) },
  }
  const steps = STEPS.filter(({ lines }) => input.members || !MEMBER_KINDS.has(lines))
  const linesOf = new Map(archive.head.kinds.map(({ name, lines }) => [name, lines]))
  const total = steps.reduce((sum, { lines }) => sum + (linesOf.get(lines) ?? 0), 1)
  const first = steps.findIndex(({ name }) => name === state.step)
  if (first < 0) throw new AppError('conflict', '导入期间服务器更换了版本，请重新导入')
  let before = steps.slice(0, first).reduce((sum, { lines }) => sum + (linesOf.get(lines) ?? 0), 0)
  for (const step of steps.slice(first)) {
    const lineCount = linesOf.get(step.lines) ?? 0
    await runStep(work, step, (done) =>
      job.report(Math.floor((ROWS_SHARE * (before + done)) / total), `正在导入${step.title}（${done}/${lineCount}）`),
    )
    before += lineCount
  }
}

async function readRoles(
  db: Db,
  accountId: number,
): Promise<{ roles: ReadonlyMap<string, RoleRef>; ownRole: RoleRef }> {
  const rows = await db.selectFrom('role').select(['id', 'title']).execute()
  const all = rows.map(({ id, title }): RoleRef => ({ roleId: id, roleName: title }))
  const account = await db.selectFrom('account').select('roleId').where('id', '=', accountId).executeTakeFirst()
  const own = all.find(({ roleId }) => roleId === account?.roleId)
  return { roles: new Map(all.map((role) => [role.roleName, role])), ownRole: own ?? { roleId: 0, roleName: '' } }
}

const settingsLine = z.discriminatedUnion('name', [
  z.object({
    name: z.literal('site'),
    value: z.object({
      note: z.string().max(1000),
      manageType: z.number(),
      sort: z.number(),
      javascript: z.string().max(100_000),
      icp: z.string(),
      copyright: z.string(),
      policeIcp: z.string(),
      eduIcp: z.string(),
      grayscale: z.union([z.literal(0), z.literal(1)]),
      seoTitle: z.string(),
      seoKeywords: z.string(),
      seoDescription: z.string(),
    }),
  }),
  z.object({
    name: z.literal('staticPages'),
    value: z.object({
      isAuto: z.union([z.literal(0), z.literal(1)]),
      // Older exports have no plan.
      isPlanned: z.union([z.literal(0), z.literal(1)]).default(0),
      plan: staticPlan.optional(),
    }),
  }),
  z.object({
    name: z.literal('counting'),
    value: z.object({ isCounting: z.union([z.literal(0), z.literal(1)]), countUrl: z.string().max(2000) }),
  }),
])
type SettingsLine = z.output<typeof settingsLine>

/** Imports the templates' files, then makes the site visible in one transaction. */
async function finishImport({ deps, job, archive, state, input }: ImportRun): Promise<void> {
  const settings = await allLines(archive, 'settings', settingsLine)
  const lines = await allLines(archive, 'templates', templateLine)
  const { contents } = await storesOf(deps)
  const stagings = new Map<number, Staging>()
  try {
    for (const { id } of lines) stagings.set(id, await openStaging(contents))
    const lineCount = archive.head.kinds.find(({ name }) => name === 'templateFiles')?.lines ?? 0
    for await (const { rows, from } of archive.lines('templateFiles', 50)) {
      const share = Math.floor(((99 - ROWS_SHARE) * from) / Math.max(lineCount, 1))
      await job.report(ROWS_SHARE + share, `正在导入模板文件（${from}/${lineCount}）`)
      for (const row of rows) await stageFile(deps.db, archive, state.id, row, stagings)
    }
    const trees = new Map<number, TreeEntry[]>()
    for (const [id, { dir }] of stagings) trees.set(id, await storeTree(contents, dir))
    await job.finish(async (db) => {
      await insertSite(db, { deps, job, archive, state, input }, settings)
      const made = await insertTemplates({ db, deps, state, input }, lines, trees)
      await db
        .updateTable('site')
        .set({ templateId: made[0] ?? 0 })
        .where('id', '=', state.siteId)
        .execute()
      return state.siteId
    })
  } finally {
    for (const staging of stagings.values()) await staging.discard()
  }
}

/** The new site starts closed, so that it can be reviewed before visitors see it. */
async function insertSite(
  db: Db,
  { deps, job, state, input }: ImportRun,
  settings: readonly SettingsLine[],
): Promise<void> {
  const hosts = input.domain.split(',').filter((host) => host !== '')
  await requireFreeSymbol(db, input.symbol, 0)
  await requireFreeHosts(db, hosts, 0)
  if (await findSite(db, state.siteId)) throw new AppError('conflict', '本次导入已经完成')
  const now = deps.clock.now().getTime()
  const value = settings.find((line) => line.name === 'site')?.value
  if (!value) throw new AppError('invalid', '导出包里缺少站点设置，请重新导出后上传')
  const javascript = await withKeyMap(db, state.id, (refs) => replaceFileAddresses(value.javascript, refs.address))
  const stamp = { createTime: now, updateTime: now, updatedBy: job.username, isStatus: 0, templateId: 0 } as const
  const { title, symbol } = input
  await db
    .insertInto('site')
    .values({ ...value, ...stamp, id: state.siteId, title, symbol, javascript, domain: hosts.join(',') })
    .execute()
  for (const line of settings) {
    if (line.name === 'staticPages')
      await db
        .insertInto('static_site')
        .values({ siteId: state.siteId, isAuto: line.value.isAuto, ...toPlannedBuild(line.value, deps.clock.now()) })
        .execute()
    if (line.name === 'counting')
      await db
        .insertInto('analytics_site')
        .values({ siteId: state.siteId, source: 'own', ...line.value })
        .execute()
  }
}

function toPlannedBuild({ isPlanned, plan }: { isPlanned: 0 | 1; plan?: StaticPlan | undefined }, now: Date) {
  if (!plan) return {}
  return { schedule: JSON.stringify(plan), nextTime: isPlanned === 1 ? nextBuildTime(plan, now) : 0 }
}

interface InsertContext extends Pick<ImportRun, 'deps' | 'state' | 'input'> {
  db: Db
}

/** @returns the templates' ids; the site uses the first */
async function insertTemplates(
  { db, deps, state, input }: InsertContext,
  lines: readonly TemplateLine[],
  trees: ReadonlyMap<number, readonly TreeEntry[]>,
): Promise<number[]> {
  const { contents } = await storesOf(deps)
  const names = new Map(input.folders.map(({ folder, as }) => [folder, as]))
  const templateIds: number[] = []
  for (const { id, name, title, ...line } of lines) {
    const folder = names.get(line.folder) ?? line.folder
    const templatePic = await withKeyMap(db, state.id, (refs) => refs.address(line.templatePic))
    const row = await insertTemplate(
      { db, clock: deps.clock },
      { name, folder, title, templatePic, siteId: state.siteId },
    )
    await db.insertInto('template_site').values({ templateId: row.id, siteId: state.siteId }).execute()
    templateIds.push(row.id)
    await fillTemplate({ db, contents, time: deps.clock.now().getTime() }, row.id, trees.get(id) ?? [])
  }
  return templateIds
}
