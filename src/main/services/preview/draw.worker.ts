import { parentPort } from 'node:worker_threads'
import type { SiteData } from '#engine/index.ts'
import { runDrawJob, type DrawJob } from './drawTask.ts'

/** Message to the thread: new data of the site, or a job. */
export type ToDrawer = { data: SiteData | null } | { id: number; job: DrawJob }
export type FromDrawer = { id: number; answer: unknown } | { id: number; error: string }

let data: SiteData | null = null

parentPort?.on('message', (message: ToDrawer) => {
  if ('data' in message) {
    data = message.data
    return
  }
  const { id, job } = message
  try {
    parentPort?.postMessage({ id, answer: runDrawJob(job, data) } satisfies FromDrawer)
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) } satisfies FromDrawer)
  }
})
