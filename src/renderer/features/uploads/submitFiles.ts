import type { UploadTarget, UploadTask } from '#shared/contract/uploads.ts'
import { someOf } from '#shared/util/lists.ts'
import { call, grantFiles } from '#renderer/data/client.ts'
import { notify } from '#renderer/data/notices.ts'
import { isFolder } from './dropped.ts'
import { refusal, type UploadRule } from './rules.ts'
import { learnTasks } from './store.ts'
import { beginStaging } from './staging.ts'

/** So much is handed over before the host begins to send it. */
const BATCH_BYTES = 8 * 1024 * 1024
const BATCH_FILES = 20

interface Refused {
  name: string
  message: string
}

interface Order {
  files: readonly File[]
  target: UploadTarget
  rule: UploadRule
  /** Called for each batch that has come into the queue. */
  onQueued: (tasks: readonly UploadTask[]) => void
}

/** Files that keep to the rule, and the others. Folders are for the host to check. */
function sorted(files: readonly File[], rule: UploadRule): { good: File[]; refused: Refused[] } {
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

/** Says each reason once, in the documents' words, and of several files which ones it is about. */
function sayRefused(refused: readonly Refused[], chosen: number): void {
  for (const message of new Set(refused.map((each) => each.message))) notify('error', message)
  if (chosen < 2 || refused.length === 0) return
  const names = refused.map(({ name }) => name)
  notify('warning', `没有上传：${someOf(names, 5, ' 等 N 个文件')}`)
}

/**
 * Checks files, grants the host access to them and queues them. Refused files are reported; resolves when all are
 * queued or refused, or the user has cancelled.
 * @throws AppError when the host can't take them
 */
export async function submitFiles({ files, target, rule, onQueued }: Order): Promise<void> {
  const { good, refused } = sorted(files, rule)
  if (good.length > 0) {
    const stop = new AbortController()
    const staging = beginStaging(good, () => stop.abort())
    let before = 0
    try {
      for (const batch of batchesOf(good)) {
        const granted = await grantFiles(batch, (loaded) => staging.loaded(before + loaded), stop.signal)
        if (stop.signal.aborted) break
        const { data } = await call('uploads.add', { grants: granted.map(({ grant }) => grant), target })
        learnTasks(data.tasks)
        onQueued(data.tasks)
        refused.push(...data.refused)
        before += batch.reduce((sum, file) => sum + file.size, 0)
      }
    } finally {
      staging.end()
      sayRefused(refused, files.length)
    }
  } else sayRefused(refused, files.length)
}
