import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import { guarded } from '#deploy/guard.ts'
import { MANIFEST_PATH, writeManifest } from '#deploy/manifest.ts'
import { isRiskyRemoval, planDeploy } from '#deploy/plan.ts'
import type { OpenTarget, TargetConnection } from '#deploy/target.ts'
import type { AddressRules } from '#engine/rewrite/index.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { toAppError } from '#server/http/response.ts'
import type { JobWork, RunningJob } from '#server/http/jobWork.ts'
import type { Deployment } from '#shared/contract/publishTarget.ts'
import { RESTORABLE_DEPLOYMENTS } from '#shared/contract/publishTarget.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { wakeJobs } from '#server/jobs/runner.ts'
import { queueAfterDeploy } from './afterDeploy.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { composeRelease, type Release } from './compose.ts'
import { connectTarget } from './connect.ts'
import { describeProgress } from './describeProgress.ts'
import { type DeployEnd, deployDirect, deployReleased, type DeployWork, type WorkPorts } from './deployWays.ts'
import { type Inspection, inspectTarget, NeedsAgreement } from './inspect.ts'
import { releaseTarget, waitForTarget } from './lock.ts'
import { packRelease } from './pack.ts'
import { DeploymentRecord } from './record.ts'
import { earlierState } from './restore.ts'
import {
  type ComposedFile,
  type DeploymentRow,
  ownerOf,
  readFiles,
  readRules,
  rulesText,
  type TargetFileRow,
  type TargetRow,
} from './state.ts'
import { readComposed } from './uploads.ts'

/** What a job is asked for. */
export interface DeployInput {
  targetId: number
  cause: Deployment['cause']
  agreesForeign: boolean
  agreesRemoval: boolean
  isVerified: boolean
  /** The deployment that is undone with those after it; 0: the last build is deployed. */
  restoreBefore: number
}

/** 发布到目标: brings what was built last, or an earlier state, to a target. Done again after a fault, it goes on where it was. */
export const deployJob: JobWork = async (deps, job) => {
  const input = job.input as DeployInput
  const target = await waitForTarget(deps, job, input.targetId)
  const row = await beginDeployment(deps, job, target, input)
  try {
    if (target.kind === 'zip') await packRelease(deps, job, target, row)
    else await new Deploying(deps, job, target, row, input).run()
  } catch (thrown) {
    const ended = describeEnd(thrown)
    await deps.db
      .updateTable('deployment')
      .set({ ...ended, endTime: deps.clock.now().getTime() })
      .where('id', '=', row.id)
      .execute()
    await releaseTarget(deps.db, target.id, job.id)
    if (thrown instanceof NeedsAgreement) return job.finish(async () => row.id)
    throw thrown
  }
}

function describeEnd(thrown: unknown): Partial<DeploymentRow> {
  if (thrown instanceof NeedsAgreement)
    return {
      state: 'confirm',
      asks: thrown.asks,
      message: thrown.message,
      foreignFiles: JSON.stringify(thrown.foreign),
    }
  const { code, message } = toAppError(thrown)
  return code === 'cancelled' ? { state: 'cancelled', message: '已取消' } : { state: 'failed', message }
}

/** The row of this job's deployment: a job that was interrupted goes on with its own. */
async function beginDeployment(
  { db, clock }: ServerDeps,
  job: RunningJob,
  { id: targetId, siteId }: TargetRow,
  { cause }: DeployInput,
): Promise<DeploymentRow> {
  const begun = await db
    .selectFrom('deployment')
    .selectAll()
    .where('targetId', '=', targetId)
    .where('jobId', '=', job.id)
    .executeTakeFirst()
  if (begun) {
    // A stop of the server looks like a cancel to the work that it ends.
    const again = { state: 'running', message: '', endTime: 0 } as const
    await db.updateTable('deployment').set(again).where('id', '=', begun.id).execute()
    return begun
  }
  // Of a deployment whose job was given up, nobody noted the end.
  const given = { state: 'failed', message: '发布中断，由下一次发布继续完成', endTime: clock.now().getTime() } as const
  await db
    .updateTable('deployment')
    .set(given)
    .where('targetId', '=', targetId)
    .where('state', '=', 'running')
    .execute()
  const values = { targetId, siteId, state: 'running', cause, username: job.username, jobId: job.id } as const
  return db
    .insertInto('deployment')
    .values({ ...values, createTime: clock.now().getTime() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A deployment that takes longer is ended; the next one goes on behind what it wrote. */
const MAX_DEPLOYMENT_MS = DAY_MS
/** Interval at which a cancel is noticed while a target answers slowly. */
const CANCEL_POLL_MS = 1000

class Deploying {
  readonly #deps: ServerDeps
  readonly #job: RunningJob
  readonly #target: TargetRow
  readonly #row: DeploymentRow
  readonly #input: DeployInput
  readonly #abort = new AbortController()
  readonly #open: OpenTarget
  #step: [progress: number, message: string] = [0, '正在准备文件']

  constructor(deps: ServerDeps, job: RunningJob, target: TargetRow, row: DeploymentRow, input: DeployInput) {
    this.#deps = deps
    this.#job = job
    this.#target = target
    this.#row = row
    this.#input = input
    this.#open = guarded((signal) => connectTarget(deps, target, signal))
  }

  async run(): Promise<void> {
    const cancelPoll = setInterval(
      () => void this.#job.report(...this.#step).catch((error: unknown) => this.#abort.abort(error)),
      CANCEL_POLL_MS,
    )
    const limit = setTimeout(
      () =>
        this.#abort.abort(
          new AppError('timeout', '发布超过 24 小时仍未完成，已停止，请检查目标的速度；再次发布会从中断处继续'),
        ),
      MAX_DEPLOYMENT_MS,
    )
    try {
      await this.#run()
    } finally {
      clearInterval(cancelPoll)
      clearTimeout(limit)
    }
  }

  async #run(): Promise<void> {
    const { db } = this.#deps
    await this.#report(0, '正在准备文件')
    const rules = await readRules(this.#deps, this.#target)
    const before = await readFiles(db, this.#target.id)
    const release = await this.#compose(rulesText(rules), rules, before)
    await this.#report(20, '正在连接发布目标')
    const record = new DeploymentRecord(this.#target.id, this.#row.id, before)
    const inspection = await this.#inspect(release, before)
    const lost = new Set(inspection.lost)
    const isUncertain = ({ path, isUncertain: begun }: TargetFileRow): boolean => begun === 1 || lost.has(path)
    const lying = new Map([...before].map(([path, file]) => [path, isUncertain(file) ? { digest: '' } : file]))
    const plan = planDeploy(release.files, lying)
    if (!this.#input.agreesRemoval && isRiskyRemoval(plan, before.keys()))
      throw new NeedsAgreement(
        'removal',
        `这次发布会删除目标上的 ${plan.removals.length} 个文件，超过网页的三分之一，请确认`,
      )
    const ports = this.#portsOf(release)
    const work: DeployWork = {
      deps: this.#deps,
      target: this.#target,
      row: this.#row,
      restoreBefore: this.#input.restoreBefore,
      record,
      release,
      plan,
      ports,
      inspection,
    }
    const change = this.#target.hasReleases === 1 ? await deployReleased(work) : await deployDirect(work)
    await this.#finish(release, rulesText(rules), inspection, change)
  }

  async #compose(text: string, rules: AddressRules, before: ReadonlyMap<string, TargetFileRow>): Promise<Release> {
    const { restoreBefore } = this.#input
    if (restoreBefore > 0) {
      const files = await earlierState(this.#deps.db, this.#target.id, restoreBefore, before)
      return { files, build: 0, warnings: [] }
    }
    // Other rules write other bytes, whatever the sources are.
    const known = text === this.#target.rules ? before : new Map<string, ComposedFile>()
    return composeRelease(this.#deps, this.#job, this.#target.siteId, rules, known)
  }

  async #inspect(release: Release, before: ReadonlyMap<string, TargetFileRow>): Promise<Inspection> {
    const connection = await this.#open(this.#abort.signal)
    try {
      const inspection = await inspectTarget({
        deps: this.#deps,
        job: this.#job,
        connection,
        target: this.#target,
        row: this.#row,
        before,
        release: new Set(release.files.map(({ path }) => path)),
        agreesForeign: this.#input.agreesForeign,
        isVerified: this.#input.isVerified,
      })
      // The target is this site's from its first file on.
      if (inspection.isFirst) await this.#writeManifest(connection, this.#target.deploymentId, 0)
      return inspection
    } finally {
      await connection.close()
    }
  }

  #portsOf(release: Release): WorkPorts {
    const files = new Map(release.files.map((file) => [file.path, file]))
    const composed = ({ path }: { path: string }): ComposedFile => requireValue(files.get(path), path)
    return {
      composed,
      open: this.#open,
      read: (file) => readComposed(this.#deps, composed(file)),
      onProgress: (progress) =>
        this.#report(
          20 + Math.floor((progress.files / Math.max(progress.totalFiles, 1)) * 79),
          describeProgress(progress),
        ),
      signal: this.#abort.signal,
    }
  }

  async #report(...step: [progress: number, message: string]): Promise<void> {
    this.#step = step
    await this.#job.report(...step)
  }

  async #writeManifest(connection: TargetConnection, deployment: number, files: number): Promise<void> {
    const { siteId } = this.#target
    const site = await this.#deps.db.selectFrom('site').select('title').where('id', '=', siteId).executeTakeFirst()
    const owner = await ownerOf(this.#deps, siteId)
    const manifest = Buffer.from(writeManifest({ format: 1, owner, site: site?.title ?? '', deployment, files }))
    await connection.write(MANIFEST_PATH, async () => Readable.from([manifest]), manifest.length)
  }

  async #finish(release: Release, rules: string, inspection: Inspection, change: DeployEnd): Promise<void> {
    const connection = await this.#open(this.#abort.signal)
    try {
      await this.#writeManifest(connection, this.#row.id, release.files.length)
    } finally {
      await connection.close()
    }
    await change.cleanUp()
    const { id: targetId } = this.#target
    const now = this.#deps.clock.now().getTime()
    const isRestore = this.#input.restoreBefore > 0
    await this.#job.finish(async (tx) => {
      await change.apply(tx)
      const warnings = JSON.stringify(release.warnings)
      const done = { state: 'done', message: '', warnings, endTime: now } as const
      await tx.updateTable('deployment').set(done).where('id', '=', this.#row.id).execute()
      await tx
        .updateTable('publish_target')
        .set({
          deploymentId: this.#row.id,
          deployTime: now,
          deployedBuild: release.build,
          // What was put back may have been rewritten by other rules.
          rules: isRestore ? '' : rules,
          isPaused: isRestore ? 1 : 0,
          releaseName: change.releaseName,
          ...(inspection.isListed ? { verifyTime: now } : {}),
          jobId: 0,
        })
        .where('id', '=', targetId)
        .execute()
      await pruneChanges(tx, targetId)
      await queueAfterDeploy({ db: tx, clock: this.#deps.clock }, this.#target, this.#row.id)
      return this.#row.id
    })
    wakeJobs(this.#deps, 'site.deployCheck')
  }
}

/** Older deployments can't be undone any more; their bytes may go. */
async function pruneChanges(tx: Kysely<Database>, targetId: number): Promise<void> {
  const kept = tx
    .selectFrom('deployment')
    .select('id')
    .where('targetId', '=', targetId)
    .orderBy('id', 'desc')
    .limit(RESTORABLE_DEPLOYMENTS)
  const ids = (await kept.execute()).map(({ id }) => id)
  const oldest = ids.at(-1)
  if (oldest === undefined || ids.length < RESTORABLE_DEPLOYMENTS) return
  await tx
    .deleteFrom('deployment_change')
    .where('deploymentId', 'in', (eb) =>
      eb.selectFrom('deployment').select('id').where('targetId', '=', targetId).where('id', '<', oldest),
    )
    .execute()
}
