import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import { AppError } from '#shared/errors/index.ts'

/** Bytes. Two buffers of this size alternate: one is read while the other is sent. */
const PIECE_BYTES = 512 * 1024

/** The local file has changed, so the bytes that were sent are invalid. */
export class FileChangedError extends AppError {
  constructor(name: string) {
    super('conflict', `“${name}”在上传过程中一直被修改，请在文件不再变化后重试`, { retryable: true })
  }
}

/** The local file can't be read; the message contains the remedy. */
class FileUnreadableError extends AppError {}

/** Size and stamp of a file. The stamp differs after every change: times in nanoseconds, and the inode. */
export async function fileStamp(file: { path: string; name: string }): Promise<{ size: number; stamp: string }> {
  const found = await stat(file.path, { bigint: true }).catch((error: unknown) => {
    throw unreadableError(error, file.name)
  })
  if (!found.isFile()) throw missingFileError(file.name)
  return { size: Number(found.size), stamp: `${found.size}:${found.mtimeNs}:${found.ino}` }
}

/** @throws FileChangedError when the file's stamp is not the given one */
async function requireUnchanged(file: { path: string; name: string; stamp: string }): Promise<void> {
  if ((await fileStamp(file)).stamp !== file.stamp) throw new FileChangedError(file.name)
}

/**
 * Reads the bytes from `start` up to `end`, and checks the file's stamp before the first and after the last of them. A
 * yielded buffer is overwritten when the next one is requested; `pace` is awaited between pieces.
 * @throws FileChangedError, FileUnreadable
 */
export async function* readSpan(
  file: { path: string; name: string; stamp: string },
  { start, end }: { start: number; end: number },
  pieceSize: (most: number) => number,
  pace: (bytes: number) => Promise<void> | void,
): AsyncGenerator<Buffer> {
  await requireUnchanged(file)
  const handle = await open(file.path).catch((error: unknown) => {
    throw unreadableError(error, file.name)
  })
  const most = Math.min(PIECE_BYTES, end - start)
  // Two buffers alternate: a new buffer for each piece would cost more garbage collection than the sending itself.
  const [first, second] = [Buffer.allocUnsafeSlow(most), Buffer.allocUnsafeSlow(most)]
  const read = (into: Buffer, at: number): Promise<Buffer> => {
    const piece = readPiece(handle, into, Math.min(pieceSize(most), end - at), at, file.name)
    // The piece is awaited later; without this, an earlier failure would be an unhandled rejection.
    piece.catch(() => undefined)
    return piece
  }
  let reading = read(first, start)
  try {
    for (let [at, into] = [start, first]; at < end;) {
      const piece = await reading
      at += piece.length
      // Checked before the last byte is sent, so that the server never gets a whole chunk of a changed file.
      if (at === end) await requireUnchanged(file)
      into = into === first ? second : first
      if (at < end) reading = read(into, at)
      yield piece
      await pace(piece.length)
    }
  } finally {
    // A read may still be running: the file is closed after it, and its error must not be unhandled.
    await reading.catch(() => undefined)
    await handle.close()
  }
}

/**
 * Reads a small file completely, and checks its stamp before and after.
 * @throws FileChangedError, FileUnreadable
 */
export async function readWhole(file: { path: string; name: string; stamp: string; size: number }): Promise<Buffer> {
  await requireUnchanged(file)
  const bytes = await readFile(file.path).catch((error: unknown) => {
    throw unreadableError(error, file.name)
  })
  await requireUnchanged(file)
  if (bytes.length !== file.size) throw new FileChangedError(file.name)
  return bytes
}

async function readPiece(handle: FileHandle, into: Buffer, length: number, at: number, name: string): Promise<Buffer> {
  const { bytesRead } = await handle.read(into, 0, length, at).catch((error: unknown) => {
    throw unreadableError(error, name)
  })
  if (bytesRead === 0) throw new FileChangedError(name)
  return into.subarray(0, bytesRead)
}

const missingFileError = (name: string, cause?: unknown): FileUnreadableError =>
  new FileUnreadableError(
    'not-found',
    `找不到文件“${name}”，可能已被移动、改名或删除；请移回原处后重试，或重新选择文件`,
    {
      cause,
    },
  )

function unreadableError(error: unknown, name: string): AppError {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return missingFileError(name, error)
  return new FileUnreadableError(
    'locked',
    `无法读取“${name}”，可能被其他程序占用或没有读取权限；请关闭占用该文件的程序后重试`,
    {
      cause: error,
    },
  )
}
