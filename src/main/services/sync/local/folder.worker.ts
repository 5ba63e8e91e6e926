import { parentPort } from 'node:worker_threads'
import { type FolderJob, type Found, runFolderJob } from './folderJobs.ts'

export type FolderQuestion = { id: number; job: FolderJob }
export type FolderAnswer = { id: number } & (
  { chunk: Found[] } | { result: unknown } | { message: string; code: string }
)

const answer = (message: FolderAnswer): void => parentPort?.postMessage(message)

parentPort?.on('message', ({ id, job }: FolderQuestion) => {
  runFolderJob(job, (chunk) => answer({ id, chunk })).then(
    (result) => answer({ id, result }),
    (error: NodeJS.ErrnoException) => answer({ id, message: error.message, code: error.code ?? '' }),
  )
})
