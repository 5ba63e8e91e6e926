import { parentPort } from 'node:worker_threads'
import { SiteIndex } from '#engine/index.ts'
import { toReadableError } from '#server/storage/fsErrors.ts'
import { toWire } from '#shared/errors/index.ts'
import { type PackedEntry, unpackEntries } from './packedEntries.ts'
import type { FromThread, ThreadStart, ToThread } from './siteThread.ts'
import { ThreadSource } from './threadSource.ts'

/** The work of a thread. */
type SiteWork<Task, Progress, Result> = (
  index: SiteIndex,
  task: Task,
  onProgress: (progress: Progress) => void,
) => Result

/** Runs inside a thread started by runSiteThread: collects the site's entries, then runs the task once. */
export function serveSiteThread<Task, Progress, Result>(work: SiteWork<Task, Progress, Result>): void {
  let start: ThreadStart<Task> | null = null
  const entries: PackedEntry[] = []
  const post = (message: FromThread<Progress, Result>): void => parentPort?.postMessage(message)
  parentPort?.on('message', (message: ToThread<Task>) => {
    if ('start' in message) return void (start = message.start)
    try {
      if ('entries' in message) {
        entries.push(...unpackEntries(message.entries))
        return post({ taken: true })
      }
      if (!start) throw new Error('the thread has no task')
      const { bundle, task, port, shared } = start
      const index = new SiteIndex(new ThreadSource(bundle, entries.splice(0), { port, signal: new Int32Array(shared) }))
      post({ result: work(index, task, (progress) => post({ progress })) })
    } catch (error) {
      post({ error: toWire(toReadableError(error, '静态页面')) })
    }
  })
}
