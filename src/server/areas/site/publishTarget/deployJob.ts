import type { Kysely } from 'kysely'
import { deploy } from '#deploy/deploy.ts'
import { MANIFEST_PATH, readManifest, writeManifest } from '#deploy/manifest.ts'
import { type DeployPlan, isRiskyRemoval, planDeploy, type ReleaseFile } from '#deploy/plan.ts'
import type { TargetConnection } from '#deploy/target.ts'
import { Readable } from 'node:stream'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { toAppError } from '#server/http/response.ts'
import type { JobWork, RunningJob } from '#server/http/jobWork.ts'
import type { Deployment } from '#shared/contract/publishTarget.ts'
import { MAX_FOREIGN_NAMED, RESTORABLE_DEPLOYMENTS } from '#shared/contract/publishTarget.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { composeRelease, type Release } from './compose.ts'
import { connectTarget } from './connect.ts'
import { releaseTarget, waitForTarget } from './lock.ts'
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

/** A person has to agree before the deployment goes on. */
class NeedsAgreement extends Error {
  readonly asks: 'foreign' | 'removal'
  readonly foreign: readonly string[]

  constructor(asks: 'foreign' | 'removal', message: string, foreign: readonly string[] = []) {
    super(message)
    this.asks = asks
    this.foreign = foreign
  }
}

/** 发布到目标: brings what was built last, or an earlier state, to a target. Done again after a fault, it goes on where it was. */
export const deployJob: JobWork = async (deps, job) => {
  const input = job.input as DeployInput
  const target = await waitForTarget(deps, job, input.targetId)
  const row = await beginDeployment(deps, job, target, input)
  try {
    await new Deploying(deps, job, target, row, input).run()
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
  const values = { targetId, siteId, state: 'running', cause, username: job.username, jobId: job.id } as const
  return db
    .insertInto('deployment')
    .values({ ...values, createTime: clock.now().getTime() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

class Deploying {
  readonly #deps: ServerDeps
  readonly #job: RunningJob
  readonly #target: TargetRow
  readonly #row: DeploymentRow
  readonly #input: DeployInput
  readonly #abort = new AbortController()
  #before = new Map<string, TargetFileRow>()

  constructor(deps: ServerDeps, job: RunningJob, target: TargetRow, row: DeploymentRow, input: DeployInput) {
    this.#deps = deps
    this.#job = job
    this.#target = target
    this.#row = row
    this.#input = input
  }

  async run(): Promise<void> {
    const { db } = this.#deps
    await this.#job.report(0, '正在准备文件')
    const rules = await readRules(this.#deps, this.#target)
    this.#before = await readFiles(db, this.#target.id)
    const release = await this.#compose(rulesText(rules), rules)
    await this.#job.report(20, '正在连接发布目标')
    await this.#inspect(release)
    const plan = planDeploy(release.files, this.#before)
    if (!this.#input.agreesRemoval && isRiskyRemoval(plan, this.#before.keys()))
      throw new NeedsAgreement(
        'removal',
        `这次发布会删除目标上的 ${plan.removals.length} 个文件，超过网页的三分之一，请确认`,
      )
    await this.#carryOut(plan, new Map(release.files.map((file) => [file.path, file])))
    await this.#finish(release, rulesText(rules))
  }

  async #compose(text: string, rules: Parameters<typeof composeRelease>[3]): Promise<Release> {
    const { restoreBefore } = this.#input
    if (restoreBefore > 0) {
      const files = await earlierState(this.#deps.db, this.#target.id, restoreBefore, this.#before)
      return { files, build: 0, warnings: [] }
    }
    // Other rules write other bytes, whatever the sources are.
    const known = text === this.#target.rules ? this.#before : new Map<string, ComposedFile>()
    return composeRelease(this.#deps, this.#job, this.#target.siteId, rules, known)
  }

  /** Looks whose files lie at the target and whether they are those of the last deployment; corrects what is known of them. */
  async #inspect(release: Release): Promise<void> {
    const connection = await connectTarget(this.#deps, this.#target, this.#abort.signal)
    try {
      const manifest = readManifest(await connection.read(MANIFEST_PATH))
      const owner = await ownerOf(this.#deps, this.#target.siteId)
      if (manifest && manifest.owner !== owner)
        throw new AppError(
          'conflict',
          `该目标已用于站点“${manifest.site}”，请更换文件夹；确认不再使用时，请先在目标上删除文件夹 .sitecraft`,
        )
      const isFirst = manifest === null
      const isOurs = manifest !== null && manifest.deployment === this.#target.deploymentId
      if (isOurs && !this.#input.isVerified) return
      const found = await listTarget(connection, this.#job)
      if (isFirst && !this.#input.agreesForeign) this.#requireAgreement(found, release)
      await this.#correct(found)
    } finally {
      await connection.close()
    }
  }

  #requireAgreement(found: ReadonlyMap<string, number>, release: Release): void {
    const foreign = [...found.keys()].filter((path) => !this.#before.has(path))
    if (foreign.length === 0) return
    const own = new Set(release.files.map(({ path }) => path))
    const replaced = foreign.filter((path) => own.has(path))
    const named = [...replaced, ...foreign.filter((path) => !own.has(path))].slice(0, MAX_FOREIGN_NAMED)
    throw new NeedsAgreement(
      'foreign',
      `目标上已有 ${foreign.length} 个不是本站发布的文件，其中 ${replaced.length} 个会被同名文件替换，其余保留，请确认`,
      named,
    )
  }

  /** Forgets files that are gone from the target or have another size, so that they are written again. */
  async #correct(found: ReadonlyMap<string, number>): Promise<void> {
    const lost = [...this.#before.values()].filter(({ path, sizeBytes }) => found.get(path) !== sizeBytes)
    for (const { path } of lost) this.#before.delete(path)
    for (const part of splitIntoBatches(lost, 500))
      await this.#deps.db
        .deleteFrom('target_file')
        .where('targetId', '=', this.#target.id)
        .where(
          'path',
          'in',
          part.map(({ path }) => path),
        )
        .execute()
  }

  async #carryOut(plan: DeployPlan, release: ReadonlyMap<string, ComposedFile>): Promise<void> {
    const composed = ({ path }: ReleaseFile): ComposedFile => requireValue(release.get(path), path)
    await deploy(plan, {
      open: (signal) => connectTarget(this.#deps, this.#target, signal),
      read: (file) => readComposed(this.#deps, composed(file)),
      onWritten: (files) => this.#noteWritten(files.map(composed)),
      onRemoved: (paths) => this.#noteRemoved(paths),
      onProgress: ({ files, totalFiles, bytes, totalBytes }) =>
        this.#job.report(
          20 + Math.floor((files / Math.max(totalFiles, 1)) * 79),
          `已发布 ${files} / ${totalFiles} 个文件，${formatBytes(bytes)} / ${formatBytes(totalBytes)}`,
        ),
      signal: this.#abort.signal,
    })
  }

  async #noteWritten(files: readonly ComposedFile[]): Promise<void> {
    const targetId = this.#target.id
    await this.#deps.db.transaction().execute(async (tx) => {
      await this.#noteChanges(
        tx,
        files.map(({ path, digest }) => ({ path, afterDigest: digest })),
      )
      for (const { path, revision, digest, sizeBytes, sha256, uploads } of files) {
        const values = { revision, digest, sizeBytes, sha256, uploads }
        await tx
          .insertInto('target_file')
          .values({ targetId, path, ...values })
          .onConflict((conflict) => conflict.columns(['targetId', 'path']).doUpdateSet(values))
          .execute()
      }
      await tx
        .updateTable('deployment')
        .set((eb) => ({
          written: eb('written', '+', files.length),
          bytes: eb(
            'bytes',
            '+',
            files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
          ),
        }))
        .where('id', '=', this.#row.id)
        .execute()
    })
  }

  async #noteRemoved(paths: readonly string[]): Promise<void> {
    await this.#deps.db.transaction().execute(async (tx) => {
      await this.#noteChanges(
        tx,
        paths.map((path) => ({ path, afterDigest: '' })),
      )
      await tx
        .deleteFrom('target_file')
        .where('targetId', '=', this.#target.id)
        .where('path', 'in', [...paths])
        .execute()
      await tx
        .updateTable('deployment')
        .set((eb) => ({ removed: eb('removed', '+', paths.length) }))
        .where('id', '=', this.#row.id)
        .execute()
    })
  }

  /** Notes what was there before. A path that this deployment has changed already keeps its first note. */
  async #noteChanges(tx: Kysely<Database>, changes: readonly { path: string; afterDigest: string }[]): Promise<void> {
    if (changes.length === 0) return
    await tx
      .insertInto('deployment_change')
      .values(
        changes.map(({ path, afterDigest }) => {
          const before = this.#before.get(path)
          return {
            deploymentId: this.#row.id,
            path,
            beforeDigest: before?.digest ?? '',
            beforeSize: before?.sizeBytes ?? 0,
            beforeSha256: before?.sha256 ?? '',
            beforeRevision: before?.revision ?? '',
            beforeUploads: before?.uploads ?? '[]',
            afterDigest,
          }
        }),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['deploymentId', 'path'])
          .doUpdateSet((eb) => ({ afterDigest: eb.ref('excluded.afterDigest') })),
      )
      .execute()
  }

  async #finish(release: Release, rules: string): Promise<void> {
    const { db, clock } = this.#deps
    const { id: targetId, siteId } = this.#target
    const site = await db.selectFrom('site').select('title').where('id', '=', siteId).executeTakeFirst()
    const connection = await connectTarget(this.#deps, this.#target, this.#abort.signal)
    const manifest = writeManifest({
      format: 1,
      owner: await ownerOf(this.#deps, siteId),
      site: site?.title ?? '',
      deployment: this.#row.id,
      files: release.files.length,
    })
    try {
      await connection.write(
        MANIFEST_PATH,
        async () => Readable.from([Buffer.from(manifest)]),
        Buffer.byteLength(manifest),
      )
    } finally {
      await connection.close()
    }
    const now = clock.now().getTime()
    const isRestore = this.#input.restoreBefore > 0
    await this.#job.finish(async (tx) => {
      const done = { state: 'done', message: '', warnings: JSON.stringify(release.warnings), endTime: now } as const
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
          jobId: 0,
        })
        .where('id', '=', targetId)
        .execute()
      await pruneChanges(tx, targetId)
      return this.#row.id
    })
  }
}

/** Sizes of the files at a target, by path. */
async function listTarget(connection: TargetConnection, job: RunningJob): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for await (const { path, sizeBytes } of connection.list()) {
    found.set(path, sizeBytes)
    if (found.size % 500 === 0) await job.report(20, `正在核对目标上的文件，已读取 ${found.size} 个`)
  }
  return found
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
