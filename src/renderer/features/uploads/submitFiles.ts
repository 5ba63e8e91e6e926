import type { UploadTarget, UploadTask } from '#shared/contract/uploads.ts'
import { someOf } from '#shared/util/lists.ts'
import { call, grantFiles } from '#renderer/data/client.ts'
import { notify } from '#renderer/data/notices.ts'
import { isFolder } from './dropped.ts'
import { refusal, type UploadRule } from './rules.ts'
import { addUploadTasks } from './store.ts'
import { beginStaging } from './staging.ts'

/** Limits of a batch; the host starts to upload a batch when it has all of it. */
const BATCH_BYTES = 8 * 1024 * 1024
const BATCH_FILES = 20

interface Refused {
  name: string
  message: string
}

interface Submission {
  files: readonly File[]
  target: UploadTarget
  rule: UploadRule
  /** Called for each queued batch. */
  onQueued: (tasks: readonly UploadTask[]) => void
}

/** Splits files into accepted ones and those that break the rule. The host checks folders. */
function splitByRule(files: readonly File[], rule: UploadRule): { good: File[]; refused: Refused[] } {
  const refused: Refused[] = []
  const good = files.filter((file) => {
    const message = isFolder(file) ? null : refusal(file, rule)
    if (message) refused.push({ name: file.name, message })
    return !message
  })
  return { good, refused }
}

function batchesOf(files: readonly File[]): File[][] {
  const batches: File[][] = []
  let bytes = Infinity
  for (const file of files) {
    const current = batches.at(-1)
    if (!current || bytes + file.size > BATCH_BYTES || current.length >= BATCH_FILES) {
      batches.push([file])
      bytes = file.size
    } else {
      current.push(file)
      bytes += file.size
    }
  }
  return batches
}

/** Shows each reason once, in the documents' words, and for several chosen files the refused ones. */
function notifyRefused(refused: readonly Refused[], chosen: number): void {
  for (const message of new Set(refused.map((each) => each.message))) notify('error', message)
  if (chosen < 2 || refused.length === 0) return
  const names = refused.map(({ name }) => name)
  notify('warning', `未上传：${someOf(names, 5, ' 等 N 个文件')}`)
}

/**
 * Checks files, grants the host access to them and queues them. Refused files are reported; resolves when all are
 * queued or refused, or the user has cancelled.
 * @throws AppError when the host can't take them
 */
export async function submitFiles({ files, target, rule, onQueued }: Submission): Promise<void> {
  const { good, refused } = splitByRule(files, rule)
  if (good.length > 0) {
    const stop = new AbortController()
    const staging = beginStaging(good, () => stop.abort())
    let before = 0
    try {
      for (const batch of batchesOf(good)) {
        const granted = await grantFiles(batch, (loaded) => staging.loaded(before + loaded), stop.signal)
        if (stop.signal.aborted) break
        const { data } = await call('uploads.add', { grants: granted.map(({ grant }) => grant), target })
        addUploadTasks(data.tasks)
        onQueued(data.tasks)
        refused.push(...data.refused)
        before += batch.reduce((sum, file) => sum + file.size, 0)
      }
    } finally {
      staging.end()
      notifyRefused(refused, files.length)
    }
  } else notifyRefused(refused, files.length)
}
