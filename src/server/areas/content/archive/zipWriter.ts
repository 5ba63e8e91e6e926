import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { AppError } from '#shared/errors/index.ts'
import { fsCode } from '#server/storage/fsErrors.ts'

/** What was written. */
export interface Written {
  bytes: number
  /** Hex. */
  sha256: string
}

/** Bytes of which compressing gains nothing. */
const PACKED = /^(?:jpe?g|png|gif|webp|mp4|webm|ogg|mp3|aac|acc|zip|rar|gz|docx|xlsx)$/

/** Writes a zip file entry by entry, each as a stream: only their names stay in memory. Zip64 where it is needed. */
export class ZipWriter {
  readonly #zip = new ZipFile()
  readonly #written: Promise<void>
  readonly #mtime: Date

  constructor(file: string, mtime: Date) {
    this.#mtime = mtime
    this.#written = pipeline(this.#zip.outputStream, createWriteStream(file, { flags: 'w', flush: true }))
    // Told to whoever waits in `add` or `finish`; nobody may be at this moment.
    this.#written.catch(() => undefined)
  }

  /**
   * Waits until the entry's bytes have been taken.
   * @throws AppError `no-space`, and what `bytes` throws
   */
  async add(name: string, bytes: AsyncIterable<Buffer>, extension = ''): Promise<Written> {
    const hash = createHash('sha256')
    let size = 0
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of bytes) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    const stream = Readable.from(counted(), { objectMode: false })
    const taken = new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject))
    taken.catch(() => undefined)
    this.#zip.addReadStreamLazy(name, { mtime: this.#mtime, compress: !PACKED.test(extension) }, (done) =>
      done(null, stream),
    )
    await Promise.race([taken, this.#failure()])
    return { bytes: size, sha256: hash.digest('hex') }
  }

  /** The zip file is whole and on the disk. */
  async finish(): Promise<void> {
    this.#zip.end()
    await this.#written.catch(told)
  }

  /** Ends the file where it is. */
  abort(): void {
    if (this.#zip.outputStream instanceof Readable) this.#zip.outputStream.destroy()
  }

  async #failure(): Promise<never> {
    await this.#written.catch(told)
    throw new Error('the zip file ended before its entries')
  }
}

function told(error: unknown): never {
  throw fsCode(error) === 'ENOSPC' ? new AppError('no-space', '服务器的磁盘空间不足，请联系管理员清理后重试') : error
}
