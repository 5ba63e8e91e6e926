import { extname } from 'node:path'
import type { ServerDeps } from '#server/deps.ts'
import type { RunningJob } from '#server/http/jobWork.ts'
import { newArchive } from '#server/storage/archives.ts'
import { ZipWriter } from '#server/storage/zip/writer.ts'
import { PACK_DAYS } from '#shared/contract/publishTarget.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { composeRelease } from './compose.ts'
import { packName } from './packDownload.ts'
import { type DeploymentRow, readRules, type TargetRow } from './state.ts'
import { readComposed } from './uploads.ts'

/** Percent at which the files are composed, and at which the zip is written. */
const [COMPOSED, PACKED] = [20, 99]
/** Number of files between two progress reports. */
const STEP = 20

/** Writes all files of a release into one zip that a person downloads. Files go through one by one, none as a whole in memory. */
export async function packRelease(
  deps: ServerDeps,
  job: RunningJob,
  target: TargetRow,
  row: DeploymentRow,
): Promise<void> {
  await job.report(0, '正在准备文件')
  const rules = await readRules(deps, target)
  const { files, build, warnings } = await composeRelease(deps, job, target.siteId, rules, new Map())
  const archive = await newArchive(deps, packName(row.id), PACK_DAYS * DAY_MS)
  const zip = ZipWriter.toFile(archive.part, deps.clock.now())
  let bytes = 0
  try {
    for (const [at, file] of files.entries()) {
      const extension = extname(file.path).slice(1).toLowerCase()
      const written = await zip.add(file.path, await readComposed(deps, file), { extension })
      bytes += written.bytes
      if (at % STEP === 0)
        await job.report(
          COMPOSED + Math.floor((at / files.length) * (PACKED - COMPOSED)),
          `已打包 ${at} / ${files.length} 个文件`,
        )
    }
    await zip.finish()
    await archive.send()
    const now = deps.clock.now().getTime()
    await job.finish(async (tx) => {
      await archive.finish(tx)
      await tx
        .updateTable('deployment')
        .set({
          state: 'done',
          message: '',
          warnings: JSON.stringify(warnings),
          endTime: now,
          written: files.length,
          bytes,
        })
        .where('id', '=', row.id)
        .execute()
      await tx
        .updateTable('publish_target')
        .set({ deploymentId: row.id, deployTime: now, deployedBuild: build, isPaused: 0, jobId: 0 })
        .where('id', '=', target.id)
        .execute()
      return row.id
    })
  } catch (error) {
    zip.abort()
    await archive.discard()
    throw error
  }
}
