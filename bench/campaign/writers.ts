import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ChunkedFile } from '#tests/builders/chunks.ts'
import { ARTICLE, pairs } from '#tests/builders/content.ts'
import { hashOf, putBatchBody } from '#tests/builders/template.ts'
import { upload } from '#tests/builders/upload.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import type { Installation } from './processes.ts'

/** Acknowledged writes by their unique names. */
export interface Acknowledged {
  entries: Map<string, number>
  labels: Map<string, number>
  /** SHA-256 by path in the template. */
  files: Map<string, string>
  /** SHA-256 by address. */
  uploads: Map<string, string>
}

export interface WriterTarget {
  classId: number
  categoryId: number
  folder: string
}

const PAUSE_MS = 20
const CHUNK = 64 * 1024
const CHUNKS = 4
const BATCHED = 5

/** An upload in chunks; chunks before `next` were acknowledged and are not sent again. */
interface ChunkedUpload {
  name: string
  content: Buffer
  sha512: string
  next: number
}

/** Writers that write without a pause until they are stopped, and continue when the server is back. */
export class Writers {
  readonly acknowledged: Acknowledged = { entries: new Map(), labels: new Map(), files: new Map(), uploads: new Map() }
  /** Responses that are neither success nor a request to retry, without repeats. */
  readonly unexpected = new Set<string>()
  /** Time of the last successful write, ms of this process. */
  lastSuccess = 0
  /** Duration of the slowest answered write, ms; reset before a measurement. */
  slowest = 0
  attempts = 0
  /** Number of responses that ask for a retry. */
  refused = 0
  #stopped = false
  readonly #running: Promise<void>[]

  constructor(installation: Installation, target: WriterTarget, count: number) {
    this.#running = Array.from({ length: count }, (_each, at) => this.#write(installation, target, at))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running)
  }

  async #write(installation: Installation, target: WriterTarget, at: number): Promise<void> {
    const chunked = { now: await createChunkedUpload() }
    const kinds = [
      (client: TestClient, name: string) => this.#entry(client, target, name, this.attempts % 2 === 0),
      (client: TestClient, name: string) => this.#label(client, target, name.slice(0, 40)),
      (client: TestClient, name: string) => this.#file(client, target, name),
      (client: TestClient, name: string) => this.#upload(client, name),
      (client: TestClient, name: string) => this.#batch(client, target, name),
      (client: TestClient) => this.#chunk(client, chunked),
    ]
    for (let turn = at; !this.#stopped; turn++) {
      this.attempts += 1
      const began = performance.now()
      try {
        await kinds[turn % kinds.length]?.(installation.admin(), `w${at}-${randomUUID()}`)
        this.slowest = Math.max(this.slowest, performance.now() - began)
      } catch {
        // No connection: the server is down.
        await delay(PAUSE_MS)
      }
    }
  }

  async #entry(client: TestClient, { classId }: WriterTarget, name: string, isStatus: boolean): Promise<void> {
    const answer = await client.call('content.save', {
      classId,
      isStatus,
      fieldList: pairs({ ...ARTICLE, title: name }),
    })
    if (this.#isDone(answer)) this.acknowledged.entries.set(name, answer.data.id)
  }

  async #label(client: TestClient, { categoryId }: WriterTarget, title: string): Promise<void> {
    const answer = await client.call('label.save', { title, siteId: 1, classId: categoryId })
    if (this.#isDone(answer)) this.acknowledged.labels.set(title, answer.data.id)
  }

  async #file(client: TestClient, { folder }: WriterTarget, name: string): Promise<void> {
    const content = Buffer.from(`content of ${name}`)
    const sha256 = await hashOf(content)
    const path = `${name}.txt`
    const input = { folder, path, expected: null, sha256, content: content.toString('base64') }
    if (this.#isDone(await client.call('templateSync.put', input))) this.acknowledged.files.set(path, sha256)
  }

  async #batch(client: TestClient, { folder }: WriterTarget, name: string): Promise<void> {
    const files = Array.from({ length: BATCHED }, (_each, nth) => ({
      path: `${name.slice(0, 4)}/${name}-${nth}.css`,
      content: `${name} ${nth} ${'x'.repeat(3000)}`,
    }))
    const answer = await client.call('templateSync.putBatch', putBatchBody(folder, files))
    if (!this.#isDone(answer)) return
    for (const [nth, { path, content }] of files.entries())
      if (answer.data.outcomes[nth]?.is === 'ok') this.acknowledged.files.set(path, await hashOf(content))
  }

  async #upload(client: TestClient, name: string): Promise<void> {
    const content = Buffer.from(`upload ${name} ${'y'.repeat(5000)}`)
    const answer = await upload(client, { name: `${name}.zip`, content })
    if (this.#isDone(answer)) this.acknowledged.uploads.set(answer.data.accessPath, await hashOf(content))
  }

  async #chunk(client: TestClient, chunked: { now: ChunkedUpload }): Promise<void> {
    const { name, content, sha512, next } = chunked.now
    const file = new ChunkedFile(client, { name, content, chunkSize: CHUNK, fileMd5: sha512, raw: true })
    const answer = await file.send(next)
    if (!this.#isDone(answer)) return
    if (answer.data.accessPath !== undefined)
      this.acknowledged.uploads.set(answer.data.accessPath, await hashOf(content))
    else if (next < CHUNKS) return void (chunked.now.next += 1)
    // After the last acknowledged chunk there must be a file.
    else
      this.unexpected.add(`to the last chunk that only ${JSON.stringify(answer.data.uploaded)} of ${CHUNKS} are there`)
    chunked.now = await createChunkedUpload()
  }

  #isDone({ status, code, msg }: { status: number; code: number; msg: string }): boolean {
    if (code === 200) {
      this.lastSuccess = performance.now()
      return true
    }
    // 503: try again; 507: the disk is full.
    if (status === 503 || status === 507) this.refused += 1
    else this.unexpected.add(`${status} ${msg}`)
    return false
  }
}

async function createChunkedUpload(): Promise<ChunkedUpload> {
  const content = randomBytes(CHUNK * CHUNKS)
  return { name: `${randomUUID()}.zip`, content, sha512: await hashOf(content, 'SHA-512'), next: 1 }
}
