import { Worker } from 'node:worker_threads'
import type { SiteData, TemplateIssue } from '#engine/index.ts'
import { AppError } from '#shared/errors/index.ts'
import type { CheckStart } from './check.worker.ts'

const TIMEOUT_MS = 20_000

/** Checks the template files of a folder on a separate thread. AppError `internal` after a timeout or a failure. */
export async function checkTemplateFolder(root: string, data: SiteData | null): Promise<TemplateIssue[]> {
  const workerData: CheckStart = { root, data }
  const thread = new Worker(new URL('./check.worker.ts', import.meta.url), { workerData })
  const late = setTimeout(() => void thread.terminate(), TIMEOUT_MS)
  try {
    return await new Promise<TemplateIssue[]>((resolve, reject) => {
      const failed = (cause?: unknown): void =>
        reject(new AppError('internal', '模板检查未完成，请重试', { cause: cause ?? null }))
      thread.once('message', resolve).once('error', failed).once('exit', failed)
    })
  } finally {
    clearTimeout(late)
    await thread.terminate()
  }
}
