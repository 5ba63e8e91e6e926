import { open, type FileHandle } from 'node:fs/promises'
import AdmZip from 'adm-zip'
import { AppError } from '#shared/errors/index.ts'

const END = { size: 22, signature: 0x06054b50, entries: 10, directorySize: 12, directoryOffset: 16, comment: 20 }
const END64 = { size: 56, signature: 0x06064b50, entries: 32, directorySize: 40, directoryOffset: 48 }
const LOCATOR64 = { size: 20, signature: 0x07064b50, recordOffset: 8 }
const MAX_COMMENT = 0xffff
/** Central headers are 46 bytes and a name; more than this is no directory of the entries we allow. */
const MAX_DIRECTORY = 64 * 1024 * 1024

const broken = (): AppError => new AppError('invalid', '压缩包已损坏或不是 zip 文件，请重新压缩后上传')

/**
 * The entries of a zip file, read from its directory alone: adm-zip would load the whole archive into memory, so it is
 * given the directory with its end record pointed there. Offsets of the entries stay those of the file.
 */
export async function readDirectory(file: string, maxEntries: number): Promise<AdmZip.IZipEntry[]> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const { offset, length, entries } = await findDirectory(handle, size)
    if (entries > maxEntries) {
      throw new AppError('too-large', `压缩包里有 ${entries} 个文件，超过 ${maxEntries} 个的上限，请分成几个压缩包`)
    }
    if (length > MAX_DIRECTORY || offset + length > size) throw broken()
    return parse(await readAt(handle, offset, length), entries)
  } finally {
    await handle.close()
  }
}

function parse(directory: Buffer, entries: number): AdmZip.IZipEntry[] {
  const end = Buffer.alloc(END.size)
  end.writeUInt32LE(END.signature, 0)
  end.writeUInt16LE(entries, END.entries - 2)
  end.writeUInt16LE(entries, END.entries)
  end.writeUInt32LE(directory.length, END.directorySize)
  try {
    // latin1 keeps every name's bytes apart; which encoding they are in is decided in names.ts.
    const decoder = {
      efs: false,
      decode: (bytes: Buffer) => bytes.toString('latin1'),
      encode: (name: string) => Buffer.from(name, 'latin1'),
    }
    return new AdmZip(Buffer.concat([directory, end]), { decoder, noSort: true }).getEntries()
  } catch (error) {
    throw error instanceof Error && /duplicate/i.test(error.message)
      ? new AppError('invalid', '压缩包里有两个同名的文件，请重新压缩后上传', { cause: error })
      : broken()
  }
}

async function findDirectory(handle: FileHandle, size: number) {
  const start = Math.max(0, size - END.size - MAX_COMMENT)
  const tail = await readAt(handle, start, size - start)
  let at = tail.length - END.size
  while (at >= 0 && !endsAt(tail, at)) at -= 1
  if (at < 0) throw broken()
  const locator = at - LOCATOR64.size
  if (locator >= 0 && tail.readUInt32LE(locator) === LOCATOR64.signature) {
    const record = await readAt(handle, big(tail, locator + LOCATOR64.recordOffset), END64.size)
    if (record.readUInt32LE(0) !== END64.signature) throw broken()
    return {
      entries: big(record, END64.entries),
      length: big(record, END64.directorySize),
      offset: big(record, END64.directoryOffset),
    }
  }
  return {
    entries: tail.readUInt16LE(at + END.entries),
    length: tail.readUInt32LE(at + END.directorySize),
    offset: tail.readUInt32LE(at + END.directoryOffset),
  }
}

/** An end record whose comment fits into the file; the same bytes within a comment hardly ever do. */
const endsAt = (tail: Buffer, at: number): boolean =>
  tail.readUInt32LE(at) === END.signature && at + END.size + tail.readUInt16LE(at + END.comment) <= tail.length

const big = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at))

/** Exactly `length` bytes, or the archive is cut. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await handle.read(bytes, 0, length, position)
  if (bytesRead < length) throw broken()
  return bytes
}
