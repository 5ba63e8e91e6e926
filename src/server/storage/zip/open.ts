import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ZipFile } from 'yauzl'
import { AppError } from '#shared/errors/index.ts'

/** A file or folder in the archive's directory. */
export interface ZipEntry {
  /** In an encoding that names.ts finds out. */
  rawEntryName: Buffer
  extra: Buffer
  flags: number
  method: number
  /** Bytes, unpacked and packed. */
  size: number
  packedSize: number
  crc: number
  /** External attributes; the upper half is the Unix mode. */
  attr: number
  /** What is packed, as it lies in the archive. Throws when the archive is damaged there. */
  open(): Promise<Readable>
}

export interface ZipArchive {
  entries: readonly ZipEntry[]
  close(): void
}

const MB = 1024 * 1024
/** Bytes. adm-zip holds the whole archive in memory; a larger one is read in parts by yauzl. */
const IN_MEMORY = 32 * MB
/** Bytes of names and comments that are held; more is no directory of the entries we allow. */
const MAX_DIRECTORY = 64 * MB

const broken = (cause?: unknown): AppError =>
  new AppError('invalid', '压缩包已损坏或不是 zip 文件，请重新压缩后上传', { cause })

/**
 * Reads the directory of a zip file.
 * @throws AppError `too-large` (entries), `invalid` (no zip file, truncated, duplicate name)
 */
export async function openZip(
  file: string,
  { maxEntries, inMemory = IN_MEMORY }: { maxEntries: number; inMemory?: number },
): Promise<ZipArchive> {
  const { size } = await stat(file)
  try {
    return size <= inMemory ? await fromMemory(await readFile(file), maxEntries) : await fromDisk(file, maxEntries)
  } catch (error) {
    if (error instanceof AppError) throw error
    const twice = error instanceof Error && /duplicate/i.test(error.message)
    throw twice
      ? new AppError('invalid', '压缩包里有两个同名的文件，请重新压缩后上传', { cause: error })
      : broken(error)
  }
}

function checkCount(entries: number, most: number): void {
  if (entries > most) {
    throw new AppError('too-large', `压缩包里有 ${entries} 个文件，超过 ${most} 个的上限，请分成几个压缩包`)
  }
}

/** Keeps every name's bytes apart. */
const DECODER = {
  efs: false,
  decode: (bytes: Buffer) => bytes.toString('latin1'),
  encode: (name: string) => Buffer.from(name, 'latin1'),
}

async function fromMemory(bytes: Buffer, maxEntries: number): Promise<ZipArchive> {
  const { default: AdmZip } = await import('adm-zip')
  const zip = new AdmZip(bytes, { decoder: DECODER, noSort: true })
  checkCount(zip.getEntryCount(), maxEntries)
  const entries = zip.getEntries().map((entry): ZipEntry => {
    const { flags, method, size, compressedSize, crc, attr } = entry.header
    const open = async () => Readable.from([entry.getCompressedData()])
    const { rawEntryName, extra } = entry
    return { rawEntryName, extra, flags, method, size, packedSize: compressedSize, crc, attr, open }
  })
  return { entries, close: () => undefined }
}

async function fromDisk(file: string, maxEntries: number): Promise<ZipArchive> {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(file, { autoClose: false, decodeStrings: false, validateEntrySizes: false })
  try {
    checkCount(zip.entryCount, maxEntries)
    return { entries: await entriesOf(zip), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function entriesOf(zip: ZipFile): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  let held = 0
  for await (const entry of zip.eachEntry()) {
    held += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (held > MAX_DIRECTORY) throw broken()
    entries.push({
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
  return entries
}
