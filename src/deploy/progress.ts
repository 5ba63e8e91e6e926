import { Readable } from 'node:stream'
import type { ReleaseFile } from './plan.ts'

/** How far a deployment is. */
export interface DeployProgress {
  files: number
  totalFiles: number
  bytes: number
  totalBytes: number
  /** Of the last seconds; 0 while nothing is known. */
  bytesPerSecond: number
  /** ms until the end at the rate of now; null while nothing is known. */
  leftMs: number | null
}

/** Time over which the rate is measured. */
const WINDOW_MS = 10_000
/** Shortest interval between two progress reports within a file. */
const REPORT_INTERVAL_MS = 500

/** Counts files and bytes as they go. */
export class Meter {
  readonly #totalFiles: number
  readonly #totalBytes: number
  readonly #report: (progress: DeployProgress) => Promise<void>
  #files = 0
  #bytes = 0
  #reportedAt = -Infinity
  /** Bytes at earlier times, the oldest first. */
  readonly #samples: { at: number; bytes: number }[] = []

  /** @param sent files whose bytes go to the target */
  constructor(
    totalFiles: number,
    sent: readonly Pick<ReleaseFile, 'sizeBytes'>[],
    report: (progress: DeployProgress) => Promise<void>,
  ) {
    this.#totalFiles = totalFiles
    this.#totalBytes = sent.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    this.#report = report
  }

  /** Writes a file and counts its bytes on the way; those of a try that failed are counted once. */
  async write(
    file: ReleaseFile,
    read: (file: ReleaseFile) => Promise<Readable>,
    send: (open: () => Promise<Readable>) => Promise<void>,
  ): Promise<void> {
    let counted = 0
    try {
      await send(async () => {
        this.#bytes -= counted
        counted = 0
        return this.#counting(await read(file), (length) => (counted += length))
      })
    } catch (error) {
      this.#bytes -= counted
      throw error
    }
    this.#bytes += file.sizeBytes - counted
    await this.count()
  }

  /** One more file is done. */
  async count(): Promise<void> {
    this.#files += 1
    await this.#report(this.#progress())
  }

  #counting(source: Readable, add: (length: number) => void): Readable {
    const count = async (length: number): Promise<void> => {
      this.#bytes += length
      add(length)
      const now = performance.now()
      if (now - this.#reportedAt < REPORT_INTERVAL_MS) return
      this.#reportedAt = now
      await this.#report(this.#progress())
    }
    const pieces = async function* (): AsyncGenerator<Buffer> {
      for await (const piece of source as AsyncIterable<Buffer>) {
        await count(piece.length)
        yield piece
      }
    }
    return Readable.from(pieces(), { objectMode: false })
  }

  #progress(): DeployProgress {
    const now = performance.now()
    this.#samples.push({ at: now, bytes: this.#bytes })
    while (this.#samples.length > 2 && now - (this.#samples[0]?.at ?? now) > WINDOW_MS) this.#samples.shift()
    const first = this.#samples[0]
    const passed = first ? now - first.at : 0
    const rate = first && passed >= 1000 ? Math.max(0, ((this.#bytes - first.bytes) / passed) * 1000) : 0
    return {
      files: this.#files,
      totalFiles: this.#totalFiles,
      bytes: this.#bytes,
      totalBytes: this.#totalBytes,
      bytesPerSecond: Math.round(rate),
      leftMs: rate > 0 ? ((this.#totalBytes - this.#bytes) / rate) * 1000 : null,
    }
  }
}
