import { read, writeSync } from 'node:fs'

// What of the kernel's FUSE protocol (include/uapi/linux/fuse.h, 7.31) one file in one folder needs.

/** Operations by their number. */
export const OP = {
  LOOKUP: 1,
  FORGET: 2,
  GETATTR: 3,
  SETATTR: 4,
  OPEN: 14,
  READ: 15,
  WRITE: 16,
  STATFS: 17,
  RELEASE: 18,
  FSYNC: 20,
  FLUSH: 25,
  INIT: 26,
  OPENDIR: 27,
  RELEASEDIR: 29,
  ACCESS: 34,
  INTERRUPT: 36,
  DESTROY: 38,
  BATCH_FORGET: 42,
} as const

export const ROOT = 1
export const FILE = 2
export const ENOENT = 2
export const ENOSYS = 38

/** The most bytes of one write. */
const MOST = 128 * 1024
const IN_HEADER = 40
const OUT_HEADER = 16
const MINOR = 31
const ASYNC_READ = 1
const BIG_WRITES = 32
const DIRECT_IO = 1
const DIRECTORY = 0o040700
const REGULAR = 0o100600
const FOREVER = 1_000_000n

/** One question of the kernel. */
export interface Request {
  op: number
  unique: bigint
  node: bigint
  /** What follows the header. */
  body: Buffer
}

/** The next question; null when the file system is mounted no more. */
export async function nextRequest(fd: number): Promise<Request | null> {
  for (;;) {
    const buffer = Buffer.allocUnsafe(MOST + 4096)
    const answer = await new Promise<number | string>((resolve) =>
      read(fd, buffer, 0, buffer.length, null, (error, bytes) => resolve(error ? String(error.code) : bytes)),
    )
    if (answer === 'ENODEV' || answer === 0) return null
    // ENOENT: the question was taken back before it was read.
    if (answer === 'EINTR' || answer === 'EAGAIN' || answer === 'ENOENT') continue
    if (typeof answer === 'string') throw new Error(`/dev/fuse: ${answer}`)
    return {
      op: buffer.readUInt32LE(4),
      unique: buffer.readBigUInt64LE(8),
      node: buffer.readBigUInt64LE(16),
      body: buffer.subarray(IN_HEADER, answer),
    }
  }
}

/** Answers a question. @param error an errno, 0 for success */
export function reply(fd: number, { unique }: Request, body: Buffer = Buffer.alloc(0), error = 0): void {
  const header = Buffer.alloc(OUT_HEADER)
  header.writeUInt32LE(OUT_HEADER + body.length, 0)
  header.writeInt32LE(-error, 4)
  header.writeBigUInt64LE(unique, 8)
  try {
    writeSync(fd, Buffer.concat([header, body]))
  } catch (failure) {
    // ENOENT: whoever asked was killed meanwhile.
    if (!['ENOENT', 'ENODEV'].includes(String((failure as NodeJS.ErrnoException).code))) throw failure
  }
}

/** The answer to INIT. */
export function initOut(): Buffer {
  const out = Buffer.alloc(64)
  out.writeUInt32LE(7, 0)
  out.writeUInt32LE(MINOR, 4)
  out.writeUInt32LE(MOST, 8)
  out.writeUInt32LE(ASYNC_READ | BIG_WRITES, 12)
  out.writeUInt16LE(16, 16)
  out.writeUInt16LE(12, 18)
  out.writeUInt32LE(MOST, 20)
  out.writeUInt32LE(1, 24)
  return out
}

function attr(node: number, size: number): Buffer {
  const out = Buffer.alloc(88)
  out.writeBigUInt64LE(BigInt(node), 0)
  out.writeBigUInt64LE(BigInt(node === FILE ? size : 0), 8)
  out.writeBigUInt64LE(BigInt(Math.ceil(size / 512)), 16)
  out.writeUInt32LE(node === FILE ? REGULAR : DIRECTORY, 60)
  out.writeUInt32LE(node === FILE ? 1 : 2, 64)
  out.writeUInt32LE(4096, 80)
  return out
}

/** The answer to GETATTR and SETATTR. @param size of the file */
export function attrOut(node: number, size: number): Buffer {
  const head = Buffer.alloc(16)
  head.writeBigUInt64LE(FOREVER, 0)
  return Buffer.concat([head, attr(node, size)])
}

/** The answer to LOOKUP of the file. */
export function entryOut(size: number): Buffer {
  const head = Buffer.alloc(40)
  head.writeBigUInt64LE(BigInt(FILE), 0)
  head.writeBigUInt64LE(FOREVER, 16)
  head.writeBigUInt64LE(FOREVER, 24)
  return Buffer.concat([head, attr(FILE, size)])
}

/** The answer to OPEN and OPENDIR: nothing of the file is kept in the kernel's cache of pages. */
export function openOut(node: number): Buffer {
  const out = Buffer.alloc(16)
  out.writeBigUInt64LE(1n, 0)
  out.writeUInt32LE(node === FILE ? DIRECT_IO : 0, 8)
  return out
}

/** The answer to WRITE. */
export function writeOut(size: number): Buffer {
  const out = Buffer.alloc(8)
  out.writeUInt32LE(size, 0)
  return out
}

/** The answer to STATFS. */
export function statfsOut(size: number): Buffer {
  const out = Buffer.alloc(80)
  out.writeBigUInt64LE(BigInt(Math.ceil(size / 4096)), 0)
  out.writeUInt32LE(4096, 40)
  out.writeUInt32LE(255, 44)
  out.writeUInt32LE(4096, 48)
  return out
}

/** Where a READ or WRITE begins, how long it is, and the bytes of a WRITE. */
export function spanIn(body: Buffer): { at: number; size: number; bytes: Buffer } {
  const size = body.readUInt32LE(16)
  return { at: Number(body.readBigUInt64LE(8)), size, bytes: body.subarray(40, 40 + size) }
}
