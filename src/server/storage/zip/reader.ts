import { readFile, stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ZipFile } from 'yauzl'
import type { ZipEncoding } from '#shared/domain/zipNames.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ZipLimits } from './limits.ts'
import { createNameReader } from './names.ts'

/** A file or folder of an archive that meets the limits. */
export interface ZipEntry {
  name: string
  /** Unpacked size, bytes. */
  size: number
  packedSize: number
  /** Unpacks the entry and checks its size and checksum. @throws the refusal `damaged` */
  read(): AsyncGenerator<Buffer, void>
}

export interface ZipArchive {
  entries: readonly ZipEntry[]
  close(): void
}

/** Why an archive is refused. Each caller of the reader words the message itself. */
export type ZipProblem =
  /** No zip file, or truncated. */
  | { kind: 'broken'; cause?: unknown }
  | { kind: 'entries'; entries: number; limits: ZipLimits }
  | { kind: 'total'; limits: ZipLimits }
  | { kind: 'ratio'; name: string; size: number }
  | { kind: 'duplicate' | 'encrypted' | 'link' | 'method'; name: string }
  /** The bytes differ from the entry's size or checksum. */
  | { kind: 'damaged'; name: string; cause?: unknown }
export type Refusal = (problem: ZipProblem) => AppError

export interface ZipOptions {
  limits: ZipLimits
  refusal: Refusal
  /**
   * Encoding of the names, chosen by a person; absent: detected. `bytes`: names are not decoded, one character is one
   * byte.
   */
  encoding?: ZipEncoding | 'bytes' | undefined
  /** Maximum size of an archive that is read as a whole, bytes; tests reduce it. */
  maxInMemoryBytes?: number | undefined
}

/** A directory entry, as read by one of the two zip libraries. */
interface RawEntry {
  rawEntryName: Buffer
  extra: Buffer
  flags: number
  method: number
  size: number
  packedSize: number
  crc: number
  /** External attributes; the upper half is the Unix mode. */
  attr: number
  /** The packed bytes. Fails when the archive is damaged. */
  open(): Promise<Readable>
}
interface RawArchive {
  entries: readonly RawEntry[]
  close(): void
}

const MB = 1024 * 1024
/** adm-zip reads archives up to this size into memory, bytes; yauzl reads larger ones in parts (docs/decisions/077). */
const MAX_IN_MEMORY_BYTES = 32 * MB
/** Maximum size of the directory's names and comments, bytes. */
const MAX_DIRECTORY = 64 * MB

const ENCRYPTED = 1
const METHODS: ReadonlySet<number> = new Set([0, 8])
const SYMLINK = 0o120000
const TYPE = 0o170000

/**
 * Opens a zip file after checking its whole directory: number of entries, names, sizes and kinds. Nothing is unpacked.
 * @throws AppErrors of `refusal`, and of createNameReader
 */
export async function openZip(file: string, options: ZipOptions): Promise<ZipArchive> {
  const raw = await openRaw(file, options)
  try {
    return { entries: checkedEntries(raw.entries, options), close: () => raw.close() }
  } catch (error) {
    raw.close()
    throw error
  }
}

function checkedEntries(raw: readonly RawEntry[], { limits, refusal, encoding }: ZipOptions): ZipEntry[] {
  const nameOf =
    encoding === 'bytes'
      ? ({ rawEntryName }: RawEntry) => rawEntryName.toString('latin1')
      : createNameReader(raw, encoding)
  const entries = raw.map((entry): ZipEntry => {
    const { flags, method, attr, size, packedSize } = entry
    const name = nameOf(entry)
    if (flags & ENCRYPTED) throw refusal({ kind: 'encrypted', name })
    if (((attr >>> 16) & TYPE) === SYMLINK) throw refusal({ kind: 'link', name })
    if (!METHODS.has(method)) throw refusal({ kind: 'method', name })
    return { name, size, packedSize, read: () => unpack(entry, (cause) => refusal({ kind: 'damaged', name, cause })) }
  })
  let total = 0
  for (const { name, size, packedSize } of entries) {
    total += size
    if (size > limits.ratioFromBytes && size > packedSize * limits.ratio(name))
      throw refusal({ kind: 'ratio', name, size })
  }
  if (total > limits.totalBytes) throw refusal({ kind: 'total', limits })
  return entries
}

async function* unpack(
  { open, method, size, packedSize, crc }: RawEntry,
  damaged: (cause?: unknown) => AppError,
): AsyncGenerator<Buffer, void> {
  const packed = await open().catch((cause: unknown) => {
    throw damaged(cause)
  })
  const isDeflated = method === 8 && packedSize > 0
  // The loop below gets the error of either stream.
  const bytes = isDeflated ? pipeline(packed, createInflateRaw(), () => undefined) : packed
  let [read, sum] = [0, 0]
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      read += chunk.length
      if (read > size) throw damaged()
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    const isZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isZlib ? damaged(error) : error
  }
  if (read !== size || sum !== crc) throw damaged()
}

async function openRaw(file: string, options: ZipOptions): Promise<RawArchive> {
  const { refusal, maxInMemoryBytes = MAX_IN_MEMORY_BYTES } = options
  const { size } = await stat(file)
  try {
    return size <= maxInMemoryBytes ? await fromMemory(await readFile(file), options) : await fromDisk(file, options)
  } catch (error) {
    if (error instanceof AppError) throw error
    const name = error instanceof Error ? /duplicate entry name "(.*)"/is.exec(error.message)?.[1] : undefined
    throw refusal(name === undefined ? { kind: 'broken', cause: error } : { kind: 'duplicate', name })
  }
}

function checkCount(entries: number, { limits, refusal }: ZipOptions): void {
  if (entries > limits.entries) throw refusal({ kind: 'entries', entries, limits })
}

/** Decodes each byte of a name to one character. */
const DECODER = {
  efs: false,
  decode: (bytes: Buffer) => bytes.toString('latin1'),
  encode: (name: string) => Buffer.from(name, 'latin1'),
}

async function fromMemory(bytes: Buffer, options: ZipOptions): Promise<RawArchive> {
  const { default: AdmZip } = await import('adm-zip')
  const zip = new AdmZip(bytes, { decoder: DECODER, noSort: true })
  checkCount(zip.getEntryCount(), options)
  const entries = zip.getEntries().map((entry): RawEntry => {
    const { flags, method, size, compressedSize, crc, attr } = entry.header
    const open = async () => Readable.from([entry.getCompressedData()])
    const { rawEntryName, extra } = entry
    return { rawEntryName, extra, flags, method, size, packedSize: compressedSize, crc, attr, open }
  })
  return { entries, close: () => undefined }
}

async function fromDisk(file: string, options: ZipOptions): Promise<RawArchive> {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: false })
  try {
    checkCount(zip.entryCount, options)
    return { entries: await readDirectory(zip, options), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readDirectory(zip: ZipFile, { refusal }: ZipOptions): Promise<RawEntry[]> {
  const entries = new Map<string, RawEntry>()
  let held = 0
  for await (const entry of zip.eachEntry()) {
    held += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (held > MAX_DIRECTORY) throw refusal({ kind: 'broken' })
    const name = entry.fileNameRaw.toString('latin1')
    if (entries.has(name)) throw refusal({ kind: 'duplicate', name })
    entries.set(name, {
      rawEntryName: entry.fileNameRaw,
      extra: entry.extraFieldRaw,
      flags: entry.generalPurposeBitFlag,
      method: entry.compressionMethod,
      size: entry.uncompressedSize,
      packedSize: entry.compressedSize,
      crc: entry.crc32,
      attr: entry.externalFileAttributes,
      open: () => zip.openReadStreamPromise(entry, { decodeFileData: false }),
    })
  }
  return [...entries.values()]
}
