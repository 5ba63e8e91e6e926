import { BUNDLE } from '#shared/contract/upload.ts'
import type { ApiClient, BundledFile, Logger, Uploaded } from '../types.ts'

/** Requests on their way at a time: the server works on one while the next one is gathered and sent. */
const AT_ONCE = 2
/** How long the first file of a bundle waits for others, ms. */
const GATHER = 8
/** After a bundle that failed, files go alone for so long, ms. */
const PAUSE = 30_000

interface Waiting {
  file: BundledFile
  signal: AbortSignal
  /** null: it is to be sent alone. */
  resolve(answer: Uploaded | null): void
  reject(error: unknown): void
}

/** The small files of one server that wait to be sent together. */
class Line {
  readonly #client: ApiClient
  readonly #log: Logger
  readonly #patience: number
  #waiting: Waiting[] = []
  #underway = 0
  #timer: NodeJS.Timeout | undefined
  /** Of the monotonic clock. */
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
      else this.#timer ??= setTimeout(() => this.#go(), GATHER)
    })
  }

  #go(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    while (this.#underway < AT_ONCE && this.#waiting.length > 0) {
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

  /** Answers each of them. What goes wrong with the whole says nothing about any: they go alone, and hear it then. */
  async #post(bundle: readonly Waiting[]): Promise<void> {
    const [only] = bundle
    if (bundle.length === 1) return only?.resolve(null)
    try {
      // Who is stopped must not become a file afterwards, so that all of them begin again.
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
        this.pausedUntil = performance.now() + PAUSE
        this.#log.warn('a bundle of small files failed: they go alone', { error })
      }
      for (const { signal, resolve, reject } of bundle) {
        if (signal.aborted) reject(signal.reason as Error)
        else resolve(null)
      }
    }
  }
}

/** Sends small files together: what a request and a commit cost is paid once for many of them. */
export interface Bundler {
  /** May a file of that size go with others? */
  takes(client: ApiClient, size: number): boolean
  /** What became of the file; null when it is to be sent alone. Throws the signal's reason. */
  send(client: ApiClient, file: BundledFile, signal: AbortSignal): Promise<Uploaded | null>
}

/**
 * @param knows Does the client's server take bundles, as far as is known by now?
 * @param patience Silence after which a bundle has failed, ms.
 */
export function createBundler(knows: (client: ApiClient) => boolean, log: Logger, patience: number): Bundler {
  const lines = new WeakMap<ApiClient, Line>()
  const lineOf = (client: ApiClient): Line => {
    const line = lines.get(client) ?? new Line(client, log, patience)
    lines.set(client, line)
    return line
  }
  return {
    takes: (client, size) =>
      size <= BUNDLE.fileBytes && knows(client) && lineOf(client).pausedUntil <= performance.now(),
    async send(client, file, signal) {
      signal.throwIfAborted()
      return lineOf(client).send(file, signal)
    },
  }
}
