import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ARTICLE, pairs } from '#tests/builders/content.ts'
import { hashOf } from '#tests/builders/template.ts'
import type { Installation } from './processes.ts'

/** What was answered with success, by its unique name. */
export interface Acknowledged {
  entries: Map<string, number>
  labels: Map<string, number>
  /** SHA-256 by path in the template. */
  files: Map<string, string>
}

export interface WriterTarget {
  classId: number
  categoryId: number
  folder: string
}

const PAUSE_MS = 20

/** People who write without a pause until they are told to stop, and go on when the server is back. */
export class Writers {
  readonly acknowledged: Acknowledged = { entries: new Map(), labels: new Map(), files: new Map() }
  /** Answers that were neither success nor a failure that says to try again, each once. */
  readonly odd = new Set<string>()
  /** When a write was answered with success last, ms of this process. */
  lastSuccess = 0
  attempts = 0
  #stopped = false
  readonly #running: Promise<void>[]

  constructor(installation: Installation, place: WriterTarget, count: number) {
    this.#running = Array.from({ length: count }, (_each, at) => this.#write(installation, place, at))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running)
  }

  async #write(installation: Installation, { classId, categoryId, folder }: WriterTarget, at: number): Promise<void> {
    for (let turn = 0; !this.#stopped; turn++) {
      const name = `w${at}-${randomUUID()}`
      const client = installation.admin()
      this.attempts += 1
      try {
        if (turn % 3 === 0) {
          const fieldList = pairs({ ...ARTICLE, title: name })
          const answer = await client.call('content.save', { classId, isStatus: turn % 2 === 0, fieldList })
          if (this.#isDone(answer)) this.acknowledged.entries.set(name, answer.data.id)
        } else if (turn % 3 === 1) {
          const answer = await client.call('label.save', { title: name.slice(0, 40), siteId: 1, classId: categoryId })
          if (this.#isDone(answer)) this.acknowledged.labels.set(name.slice(0, 40), answer.data.id)
        } else {
          const content = Buffer.from(`content of ${name}`)
          const sha256 = await hashOf(content)
          const path = `${name}.txt`
          const input = { folder, path, expected: null, sha256, content: content.toString('base64') }
          if (this.#isDone(await client.call('templateSync.put', input))) this.acknowledged.files.set(path, sha256)
        }
      } catch {
        // No connection: the server is away.
        await delay(PAUSE_MS)
      }
    }
  }

  #isDone({ status, code, msg }: { status: number; code: number; msg: string }): boolean {
    if (code === 200) {
      this.lastSuccess = performance.now()
      return true
    }
    // 503: try again; 507: the disk is full.
    if (status !== 503 && status !== 507) this.odd.add(`${status} ${msg}`)
    return false
  }
}
