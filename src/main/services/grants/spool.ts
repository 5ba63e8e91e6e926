import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { GrantedFile } from '#shared/contract/bridge.ts'
import { TEMPLATE_UPLOAD_LIMIT_MB } from '#shared/contract/templateFile.ts'
import { AppError } from '#shared/errors/index.ts'
import { isAlive } from '../dataFolder/processRecord.ts'
import { writeError } from '../files/writeError.ts'
import { type FileGrants, isSafeRelativePath } from './grants.ts'

/** Bytes, inclusive. */
const MAX_BYTES = TEMPLATE_UPLOAD_LIMIT_MB * 1024 * 1024

/** The page's description of a file that it streams. */
export interface StreamedFile {
  name: string
  /** The path within a chosen folder, including the name; '' for a single file. */
  relativePath: string
  /** Announced size in bytes; 0 when unknown. */
  announced: number
  /** Aborted when the page closes. */
  signal?: AbortSignal
}

export interface Spool {
  /**
   * Stores a file that the page streams and returns its grant.
   * @throws AppError `invalid` for an invalid name or path, `too-large`, `cancelled` for an interrupted stream
   */
  store(body: Readable, file: StreamedFile): Promise<GrantedFile>
  close(): Promise<void>
}

/**
 * Stores files that the page sends as bytes instead of paths (all files of a browser tab; in Electron, files that exist
 * only in memory) in dataDir/tmp until their upload is done. Each process has its own folder; folders of ended
 * processes are removed at start.
 * @param limit bytes, for tests
 */
export async function openSpool(dataDir: string, grants: FileGrants, limit = MAX_BYTES): Promise<Spool> {
  const root = join(dataDir, 'tmp')
  const ownFolder = join(root, String(process.pid))
  await mkdir(root, { recursive: true })
  for (const entry of await readdir(root)) {
    if (entry === String(process.pid) || !isAlive(Number(entry))) {
      await rm(join(root, entry), { recursive: true, force: true })
    }
  }
  await mkdir(ownFolder, { recursive: true, mode: 0o700 })
  return {
    async store(body, { name, relativePath, announced, signal }) {
      if (!name || name.length > 255 || /[/\\\0]/.test(name))
        throw new AppError('invalid', '文件名无效，请重命名后重试')
      if (relativePath && !isSafeRelativePath(relativePath, name))
        throw new AppError('invalid', `“${name}”所在文件夹的路径无效，请重新选择文件夹`)
      if (announced > limit) throw tooLargeError()
      const folder = await mkdtemp(join(ownFolder, 'file-'))
      const path = join(folder, 'content')
      let size = 0
      async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > limit) throw tooLargeError()
          yield chunk
        }
      }
      try {
        await pipeline(body, counted, createWriteStream(path), { signal })
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw spoolError(error, ownFolder)
      }
      return { grant: grants.issueSpooled(path, name, relativePath || name), name, size }
    },
    close: () => rm(ownFolder, { recursive: true, force: true }),
  }
}

const tooLargeError = (): AppError => new AppError('too-large', `文件大小不能大于${TEMPLATE_UPLOAD_LIMIT_MB}M!`)

function spoolError(error: unknown, folder: string): AppError {
  if (error instanceof AppError) return error
  return writeError(error, folder) ?? new AppError('cancelled', '文件传输中断，请重新选择', { cause: error })
}
