import { parentPort } from 'node:worker_threads'
import { type FolderJob, type FoundEntry, runFolderJob } from './folderJobs.ts'

export type FolderRequest = { id: number; job: FolderJob }
export type FolderResponse = { id: number } & (
  { chunk: FoundEntry[] } | { result: unknown } | { message: string; code: string }
)

const answer = (message: FolderResponse): void => parentPort?.postMessage(message)

parentPort?.on('message', ({ id, job }: FolderRequest) => {
  runFolderJob(job, (chunk) => answer({ id, chunk })).then(
    (result) => answer({ id, result }),
    (error: NodeJS.ErrnoException) => answer({ id, message: error.message, code: error.code ?? '' }),
  )
})
