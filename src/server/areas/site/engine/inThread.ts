import { parentPort } from 'node:worker_threads'
import { SiteIndex } from '#engine/index.ts'
import { toWire } from '#shared/errors/index.ts'
import type { SentEntry } from './facts.ts'
import type { FromThread, ThreadStart, ToThread } from './siteThread.ts'
import { ThreadSource } from './threadSource.ts'

/** The work of a thread; `say` reports how far it is. */
export type SiteWork<Task, Progress, Result> = (
  index: SiteIndex,
  task: Task,
  say: (progress: Progress) => void,
) => Result

/** The inside of a thread that runSiteThread starts: collects the site and does the task once. */
export function inSiteThread<Task, Progress, Result>(work: SiteWork<Task, Progress, Result>): void {
  let given: ThreadStart<Task> | null = null
  const sent: SentEntry[] = []
  const post = (message: FromThread<Progress, Result>): void => parentPort?.postMessage(message)
  parentPort?.on('message', (message: ToThread<Task>) => {
    if ('start' in message) return void (given = message.start)
    if ('entries' in message) return void sent.push(...message.entries)
    try {
      if (!given) throw new Error('the thread was not told its work')
      const { bundle, task, port, shared } = given
      // What was sent is not held beside what is made of it.
      const index = new SiteIndex(new ThreadSource(bundle, sent.splice(0), { port, signal: new Int32Array(shared) }))
      post({ result: work(index, task, (progress) => post({ progress })) })
    } catch (error) {
      post({ error: toWire(error) })
    }
  })
}
