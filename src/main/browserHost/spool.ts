import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { GrantedFile } from '#shared/contract/bridge.ts'
import { TEMPLATE_UPLOAD_LIMIT_MB } from '#shared/contract/templateFile.ts'
import { AppError } from '#shared/errors/index.ts'
import type { FileGrants } from '#services/grants.ts'

const LIMIT = TEMPLATE_UPLOAD_LIMIT_MB * 1024 * 1024

export interface Spool {
  /** Takes a file that the page streams and answers the grant for it. */
  take(request: IncomingMessage, name: string): Promise<GrantedFile>
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
    async take(request, name) {
      if (!name || name.length > 255 || /[/\\\0]/.test(name))
        throw new AppError('invalid', '文件名无效，请重命名后重试')
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
        throw spoolError(error)
      }
      return { grant: grants.issueSpooled(path, name), name, size }
    },
    close: () => rm(own, { recursive: true, force: true }),
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function spoolError(error: unknown): AppError {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC') return new AppError('no-space', '磁盘空间不足，不能接收这个文件，请清理后重试')
  return new AppError('cancelled', '文件没有传完，请重新选择', { cause: error })
}
