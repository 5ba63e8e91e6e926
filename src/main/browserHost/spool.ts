import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { GrantedFile } from '#shared/contract/bridge.ts'
import { TEMPLATE_UPLOAD_LIMIT_MB } from '#shared/contract/templateFile.ts'
import { AppError } from '#shared/errors/index.ts'
import { isAlive } from '#services/backend/record.ts'
import { writeError } from '#services/files/writeError.ts'
import type { FileGrants } from '#services/grants.ts'

/** Characters, as the server takes them. */
const LONGEST_PATH = 2000
const LIMIT = TEMPLATE_UPLOAD_LIMIT_MB * 1024 * 1024

export interface Spool {
  /**
   * Takes a file that the page streams and answers the grant for it. `relativePath`: its place in a chosen folder, with
   * the name at its end; '' for a single file.
   */
  take(request: IncomingMessage, name: string, relativePath?: string): Promise<GrantedFile>
  close(): Promise<void>
}

/**
 * Files of a user's gesture in a browser tab come as bytes, not as paths: they wait in dataDir/tmp until their upload is
 * done. Each process has a folder of its own; those of ended processes are removed at start.
 */
export async function openSpool(dataDir: string, grants: FileGrants): Promise<Spool> {
  const root = join(dataDir, 'tmp')
  const own = join(root, String(process.pid))
  await mkdir(root, { recursive: true })
  for (const entry of await readdir(root)) {
    if (entry === String(process.pid) || !isAlive(Number(entry))) {
      await rm(join(root, entry), { recursive: true, force: true })
    }
  }
  await mkdir(own, { recursive: true, mode: 0o700 })
  return {
    async take(request, name, relativePath = '') {
      if (!name || name.length > 255 || /[/\\\0]/.test(name))
        throw new AppError('invalid', '文件名无效，请重命名后重试')
      if (relativePath && !isPlaceOf(relativePath, name))
        throw new AppError('invalid', `“${name}”所在文件夹的路径无效，请重新选择文件夹`)
      if (Number(request.headers['content-length'] ?? 0) >= LIMIT) {
        throw new AppError('too-large', `文件大小不能大于${TEMPLATE_UPLOAD_LIMIT_MB}M!`)
      }
      const folder = await mkdtemp(join(own, 'file-'))
      const path = join(folder, 'content')
      let size = 0
      request.on('data', (chunk: Buffer) => (size += chunk.length))
      try {
        await pipeline(request, createWriteStream(path))
      } catch (error) {
        await rm(folder, { recursive: true, force: true })
        throw spoolError(error, own)
      }
      return { grant: grants.issueSpooled(path, name, relativePath || name), name, size }
    },
    close: () => rm(own, { recursive: true, force: true }),
  }
}

/** Names of folders and then the file's: nothing that could lead out of where it is put. */
function isPlaceOf(relativePath: string, name: string): boolean {
  const steps = relativePath.split('/')
  const plain = steps.every((step) => step !== '' && step !== '.' && step !== '..' && !/[\\\0]/.test(step))
  return plain && steps.at(-1) === name && relativePath.length <= LONGEST_PATH
}

function spoolError(error: unknown, folder: string): AppError {
  return writeError(error, folder) ?? new AppError('cancelled', '文件没有传完，请重新选择', { cause: error })
}
