import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { AppError } from '#shared/errors/index.ts'
import { fsCode } from '../fsErrors.ts'

/** What was written of one entry. */
export interface Written {
  bytes: number
  /** Hex. */
  sha256: string
}

interface EntryOptions {
  mtime?: Date
  /** Of the content: what is compressed already is stored as it is. Absent: compressed. */
  extension?: string
}

/** Bytes of which compressing gains nothing. */
const PACKED = /^(?:jpe?g|png|gif|webp|mp4|webm|ogg|mp3|aac|acc|zip|rar|gz|docx|xlsx)$/

/** Writes a zip file entry by entry, each as a stream: only their names stay in memory. Zip64 where it is needed. */
export class ZipWriter {
  readonly #zip = new ZipFile()
  readonly #written: Promise<void>
  readonly #mtime: Date
  /** What `add` reads now. */
  #reading: Readable | undefined
  #failure: Error | undefined

  /** @param mtime of entries without one of their own */
  constructor(output: Writable, mtime: Date) {
    this.#mtime = mtime
    this.#written = pipeline(this.#zip.outputStream, output)
    this.#written.catch((error: Error) => {
      this.#failure = error
      this.#reading?.destroy(error)
    })
  }

  /** Into a file, which is on the disk after `finish`. */
  static toFile(file: string, mtime: Date): ZipWriter {
    return new ZipWriter(createWriteStream(file, { flags: 'w', flush: true }), mtime)
  }

  /** To be read while it is written. */
  static toStream(mtime: Date): { zip: ZipWriter; stream: Readable } {
    const stream = new PassThrough()
    return { zip: new ZipWriter(stream, mtime), stream }
  }

  addFolder(name: string, mtime = this.#mtime): void {
    this.#zip.addEmptyDirectory(name, { mtime })
  }

  /**
   * Waits until the entry's bytes have been read.
   * @throws AppError `no-space`, and what `bytes` throws
   */
  async add(
    name: string,
    bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
    { mtime = this.#mtime, extension = '' }: EntryOptions = {},
  ): Promise<Written> {
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
    this.#zip.addReadStreamLazy(name, { mtime, compress: !PACKED.test(extension) }, openerOf(stream))
    await consumed.catch(rethrow)
    return { bytes: size, sha256: hash.digest('hex') }
  }

  /** Waits until the zip file is whole and its output has ended. */
  async finish(): Promise<void> {
    this.#zip.end()
    await this.#written.catch(rethrow)
  }

  /** Ends the output where it is. */
  abort(): void {
    if (this.#zip.outputStream instanceof Readable) this.#zip.outputStream.destroy()
  }
}

/** yazl keeps this function with the entry: the stream must not stay with it. */
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
