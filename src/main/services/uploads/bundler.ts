import { BUNDLE } from '#shared/contract/upload.ts'
import type { ApiClient, BundledFile, Logger, Uploaded } from '../types.ts'
import type { TokenBucket } from './core/bucket.ts'
import type { OwnServers } from './ownServers.ts'
import type { UploadRecord } from './record.ts'
import { readWhole } from './source.ts'
import { kindOf, parametersOf, planOf } from './target.ts'

/** Parallel requests: while the server processes one, the next is filled and sent. */
const PARALLEL_REQUESTS = 2
/** ms. How long the first file of a bundle waits for others. */
const GATHER_MS = 8
/** ms. How long files go alone after a failed bundle. */
const PAUSE_MS = 30_000

interface Waiting {
  file: BundledFile
  signal: AbortSignal
  /** null: the file must be sent alone. */
  resolve(answer: Uploaded | null): void
  reject(error: unknown): void
}

/** The small files for one server that wait to be sent together. */
class BundleQueue {
  readonly #client: ApiClient
  readonly #log: Logger
  readonly #patience: number
  #waiting: Waiting[] = []
  #underway = 0
  #timer: NodeJS.Timeout | undefined
  /** ms of the monotonic clock. */
  pausedUntil = 0

  constructor(client: ApiClient, log: Logger, patience: number) {
    this.#client = client
    this.#log = log
    this.#patience = patience
  }

  send(file: BundledFile, signal: AbortSignal): Promise<Uploaded | null> {
    return new Promise((resolve, reject) => {
      const waiting = { file, signal, resolve, reject }
      this.#waiting.push(waiting)
      signal.addEventListener(
        'abort',
        () => {
          if (!this.#waiting.includes(waiting)) return
          this.#waiting = this.#waiting.filter((each) => each !== waiting)
          reject(signal.reason as Error)
        },
        { once: true },
      )
      if (this.#waiting.length >= BUNDLE.files) this.#go()
      else this.#timer ??= setTimeout(() => this.#go(), GATHER_MS)
    })
  }

  #go(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    while (this.#underway < PARALLEL_REQUESTS && this.#waiting.length > 0) {
      const bundle = this.#next()
      this.#underway += 1
      void this.#post(bundle).finally(() => {
        this.#underway -= 1
        this.#go()
      })
    }
  }

  #next(): Waiting[] {
    let bytes = 0
    const over = this.#waiting.findIndex(
      ({ file }, at) => at >= BUNDLE.files || (bytes += file.bytes.length) > BUNDLE.bytes,
    )
    return this.#waiting.splice(0, over < 0 ? Infinity : over)
  }

  /**
   * Sends the bundle and resolves each file. If the request as a whole fails, each file is resolved with null and sent
   * alone.
   */
  async #post(bundle: readonly Waiting[]): Promise<void> {
    const [only] = bundle
    if (bundle.length === 1) return only?.resolve(null)
    try {
      // One cancelled file cancels the whole bundle, so that it is never stored; the other files are sent again.
      const signal = AbortSignal.any(bundle.map((each) => each.signal))
      const files = bundle.map(({ file }) => file)
      const answers = await this.#client.sendBundle(files, { signal, timeoutMs: this.#patience })
      for (const [at, { resolve }] of bundle.entries()) {
        const attachment = answers[at] ?? null
        resolve(attachment && { attachment, registered: true })
      }
    } catch (error) {
      const stopped = bundle.some(({ signal }) => signal.aborted)
      if (!stopped) {
        this.pausedUntil = performance.now() + PAUSE_MS
        this.#log.warn('a bundle of small files failed: they go alone', { error })
      }
      for (const { signal, resolve, reject } of bundle) {
        if (signal.aborted) reject(signal.reason as Error)
        else resolve(null)
      }
    }
  }
}

/** Sends small files in one request, which costs one round trip and one commit for all of them. */
export interface Bundler {
  /** Whether the file can share a request with others, and a slot of the running uploads. */
  mayShare(client: ApiClient, record: UploadRecord): boolean
  /** Returns the outcome of the file; null when it must be sent alone. Throws the signal's reason. */
  send(client: ApiClient, record: UploadRecord, signal: AbortSignal): Promise<Uploaded | null>
}

interface Deps {
  servers: Pick<OwnServers, 'acceptsBundles'>
  bucket: TokenBucket
  log: Logger
  /** ms. Silence after which a bundle fails. */
  timeoutMs: number
}

/** Keeps one queue of waiting files per client. */
export function createBundler({ servers, bucket, log, timeoutMs }: Deps): Bundler {
  const lines = new WeakMap<ApiClient, BundleQueue>()
  const lineOf = (client: ApiClient): BundleQueue => {
    const line = lines.get(client) ?? new BundleQueue(client, log, timeoutMs)
    lines.set(client, line)
    return line
  }
  const canBundle = (client: ApiClient, size: number): boolean =>
    size <= BUNDLE.fileBytes && servers.acceptsBundles(client) && lineOf(client).pausedUntil <= performance.now()
  /**
   * Only files that are registered on arrival can be sent twice without harm. With a bandwidth limit, files go in
   * pieces instead.
   */
  const mayShare = (client: ApiClient, { target, size }: UploadRecord): boolean =>
    target.to === 'library' && bucket.isOpen && canBundle(client, size)
  return {
    mayShare,
    async send(client, record, signal) {
      const plan = planOf(record, true)
      const [chunk] = plan.chunks
      if (!chunk || plan.chunks.length > 1 || !mayShare(client, record)) return null
      const bytes = await readWhole(record)
      const head = { ...parametersOf(record, plan, chunk), kind: kindOf(record.target) }
      signal.throwIfAborted()
      return lineOf(client).send({ head, bytes }, signal)
    },
  }
}
