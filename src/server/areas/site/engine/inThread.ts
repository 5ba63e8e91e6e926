import { parentPort } from 'node:worker_threads'
import { type EntryFacts, SiteIndex } from '#engine/index.ts'
import { toWire } from '#shared/errors/index.ts'
import { receivedEntry } from './facts.ts'
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
  const entries: EntryFacts[] = []
  const post = (message: FromThread<Progress, Result>): void => parentPort?.postMessage(message)
  parentPort?.on('message', (message: ToThread<Task>) => {
    if ('start' in message) return void (given = message.start)
    try {
      // Read at once, while the next ones come: a large site's texts are never held beside what is made of them.
      if ('entries' in message) return void entries.push(...message.entries.map(receivedEntry))
      if (!given) throw new Error('the thread was not told its work')
      const { bundle, task, port, shared } = given
      const index = new SiteIndex(new ThreadSource(bundle, entries.splice(0), { port, signal: new Int32Array(shared) }))
      post({ result: work(index, task, (progress) => post({ progress })) })
    } catch (error) {
      post({ error: toWire(error) })
    }
  })
}
