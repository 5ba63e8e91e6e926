import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { AppError } from '#shared/errors/index.ts'
import { fsCode } from '../fsErrors.ts'

/** Size and hash of a written entry. */
export interface WrittenEntry {
  bytes: number
  /** Hex. */
  sha256: string
}

interface EntryOptions {
  mtime?: Date
  /** Extension of the content: compressed formats are stored without compression. Absent: compress. */
  extension?: string
}

/** Extensions of formats that are compressed already. */
const COMPRESSED_FORMATS = /^(?:jpe?g|png|gif|webp|mp4|webm|ogg|mp3|aac|acc|zip|rar|gz|docx|xlsx)$/

/** Writes a zip file entry by entry as streams; only the names stay in memory. Uses Zip64 where needed. */
export class ZipWriter {
  readonly #zip = new ZipFile()
  readonly #written: Promise<void>
  readonly #mtime: Date
  /** The stream that `add` is reading. */
  #reading: Readable | undefined
  #failure: Error | undefined

  /** @param mtime default time of entries */
  constructor(output: Writable, mtime: Date) {
    this.#mtime = mtime
    this.#written = pipeline(this.#zip.outputStream, output)
    this.#written.catch((error: Error) => {
      this.#failure = error
      this.#reading?.destroy(error)
    })
  }

  /** Writes to a file, which is flushed after `finish`. */
  static toFile(file: string, mtime: Date): ZipWriter {
    return new ZipWriter(createWriteStream(file, { flags: 'w', flush: true }), mtime)
  }

  /** Writes to a stream that is read meanwhile. */
  static toStream(mtime: Date): { zip: ZipWriter; stream: Readable } {
    const stream = new PassThrough()
    return { zip: new ZipWriter(stream, mtime), stream }
  }

  addFolder(name: string, mtime = this.#mtime): void {
    this.#zip.addEmptyDirectory(name, { mtime })
  }

  /**
   * Waits until the entry's bytes have been read.
   * @throws AppError `no-space`, and errors of `bytes`
   */
  async add(
    name: string,
    bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
    { mtime = this.#mtime, extension = '' }: EntryOptions = {},
  ): Promise<WrittenEntry> {
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
    const consumed = new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject))
    this.#reading = stream
    if (this.#failure) stream.destroy(this.#failure)
    this.#zip.addReadStreamLazy(name, { mtime, compress: !COMPRESSED_FORMATS.test(extension) }, openerOf(stream))
    await consumed.catch(rethrow)
    return { bytes: size, sha256: hash.digest('hex') }
  }

  /** Waits until the zip file is complete and its output has ended. */
  async finish(): Promise<void> {
    this.#zip.end()
    await this.#written.catch(rethrow)
  }

  /** Ends the output without completing the file. */
  abort(): void {
    if (this.#zip.outputStream instanceof Readable) this.#zip.outputStream.destroy()
  }
}

/** yazl retains this function with the entry, so the function must not retain the stream. */
function openerOf(stream: Readable) {
  let waiting: Readable | null = stream
  return (done: (error: unknown, stream: Readable) => void): void => {
    if (waiting) done(null, waiting)
    waiting = null
  }
}

function rethrow(error: unknown): never {
  throw fsCode(error) === 'ENOSPC' ? new AppError('no-space', '服务器的磁盘空间不足，请联系管理员清理后重试') : error
}
