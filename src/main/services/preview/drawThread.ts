import { Worker } from 'node:worker_threads'
import type { SiteData } from '#engine/index.ts'
import { AppError } from '#shared/errors/index.ts'
import type { FromDrawer, ToDrawer } from './draw.worker.ts'
import type { DrawAnswers, DrawJob } from './drawTask.ts'

/** ms. Timeout of a page; the engine itself stops after five seconds. */
const TIMEOUT_MS = 10_000
const HEAP_MB = 512

/** Draws pages of one workspace on a separate thread, so that no template blocks the program. */
export interface Drawer {
  setData(data: SiteData | null): void
  ask<K extends DrawJob['kind']>(job: Extract<DrawJob, { kind: K }>): Promise<DrawAnswers[K]>
  close(): Promise<void>
}

export function createDrawer(source = new URL('./draw.worker.ts', import.meta.url)): Drawer {
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  let thread: Worker | null = null
  let known: SiteData | null = null
  let lastId = 0

  function start(): Worker {
    const worker = new Worker(source, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    worker.on('message', (said: FromDrawer) => {
      const job = waiting.get(said.id)
      waiting.delete(said.id)
      if (waiting.size === 0) worker.unref()
      if ('answer' in said) job?.resolve(said.answer)
      else job?.reject(new AppError('internal', `页面生成失败：${said.error}`))
    })
    const lost = (): void => {
      if (thread !== worker) return
      thread = null
      for (const { reject } of waiting.values())
        reject(new AppError('internal', '页面生成失败，请检查模板中的循环和列表的数量'))
      waiting.clear()
    }
    worker.on('error', lost)
    worker.on('exit', lost)
    worker.postMessage({ data: known } satisfies ToDrawer)
    return worker
  }

  return {
    setData(data) {
      known = data
      thread?.postMessage({ data } satisfies ToDrawer)
    },
    async ask(job) {
      const id = (lastId += 1)
      const worker = (thread ??= start())
      worker.ref()
      const late = setTimeout(() => void worker.terminate(), TIMEOUT_MS)
      try {
        const answer = await new Promise<unknown>((resolve, reject) => {
          waiting.set(id, { resolve, reject })
          worker.postMessage({ id, job } satisfies ToDrawer)
        })
        return answer as DrawAnswers[typeof job.kind]
      } finally {
        clearTimeout(late)
      }
    },
    async close() {
      await thread?.terminate()
    },
  }
}
