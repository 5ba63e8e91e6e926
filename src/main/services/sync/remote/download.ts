import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '#services/types.ts'
import { nameOf, parentOf } from '../core/tree.ts'
import { errnoOf } from '../local/hash.ts'

/** Errors of the local disk, not of the server. */
const DISK_ERRORS = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'ENOENT', 'EIO', 'EMFILE']

/** Splits a template path for the documented file calls: the folder, and the name in it. */
export function folderAndName(folder: string, path: string): { path: string; name: string } {
  const parent = parentOf(path)
  return { path: parent ? `${folder}/${parent}` : folder, name: nameOf(path) }
}

/**
 * Streams a template's file to a local path with the documented download call (60). Error: bad-answer when it is
 * incomplete.
 */
export async function downloadTo(
  client: ApiClient,
  folder: string,
  path: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  const place = folderAndName(folder, path)
  const answer = await client.call(
    'templateFile.download',
    { path: place.path, downloadFileName: place.name },
    { signal },
  )
  const { stream, size } = await client.open(answer.data, { signal, allowsOtherServers: true })
  const file = createWriteStream(to)
  try {
    await pipeline(stream, file, { signal })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError) throw error
    if (DISK_ERRORS.includes(errnoOf(error))) throw error
    throw new AppError('no-response', `下载“${path}”时连接中断，将重试`, { cause: error })
  }
  if (size !== null && file.bytesWritten !== size) {
    throw new AppError('bad-answer', `“${path}”下载不完整，未采用，将重试`)
  }
}
