import type { DeployProgress } from '#deploy/progress.ts'
import { formatBytes } from '#shared/util/bytes.ts'

const MINUTE_MS = 60_000

/** How far a deployment is, with its rate and what is left, for people. */
export function describeProgress(progress: DeployProgress): string {
  const { files, totalFiles, bytes, totalBytes, bytesPerSecond, leftMs } = progress
  const done = `已发布 ${files} / ${totalFiles} 个文件，${formatBytes(bytes)} / ${formatBytes(totalBytes)}`
  if (leftMs === null || bytesPerSecond === 0) return done
  const left = leftMs < MINUTE_MS ? `${Math.ceil(leftMs / 1000)} 秒` : `${Math.ceil(leftMs / MINUTE_MS)} 分钟`
  return `${done}，每秒 ${formatBytes(bytesPerSecond)}，还需约 ${left}`
}
