import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import type { UploadTarget } from '#shared/contract/uploads.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import type { FileGrants, GrantedPath } from '../grants/grants.ts'
import { syncFile, syncFolder } from '../files/durable.ts'
import { writeError } from '../files/writeError.ts'
import { checkFile } from '../transfers/checkFile.ts'
import { type UploadRecord, createUnsentProgress } from './record.ts'
import { fileStamp } from './source.ts'
import { ruleOf } from './target.ts'

const MAX_CHARACTERS = 255
const PARALLEL_CHECKS = 16
const MB = 1024 * 1024
/** More files than anybody drops intentionally. */
const MAX_FILES = 100_000
/** Files that operating systems create in folders. */
const SYSTEM_FILES = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/i

/** Files owned by uploads: copies that a browser tab streamed to this program. */
export interface OwnFiles {
  /** Moves the file here. It survives a power cut once this resolves. */
  adopt(path: string, id: string): Promise<string>
  remove(id: string): Promise<void>
  /** Deletes files that belong to no upload. */
  deleteUnused(ids: ReadonlySet<string>): Promise<void>
}

/** @param folder on the same volume as the spool, so that adopting a file is a rename */
export function createOwnFiles(folder: string): OwnFiles {
  const remove = (id: string): Promise<void> => rm(join(folder, id), { force: true, maxRetries: 3 })
  return {
    remove,
    async adopt(path, id) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await syncFile(path)
      await rename(path, join(folder, id))
      await syncFolder(folder)
      return join(folder, id)
    },
    async deleteUnused(ids) {
      const names = await readdir(folder).catch(() => [])
      await Promise.all(names.filter((name) => !ids.has(name)).map(remove))
    },
  }
}

/**
 * Checks granted files and folders and creates their upload records. Releases the grants of spooled copies.
 * @throws AppError `forbidden` for an unknown grant
 */
export async function validateFiles(
  deps: {
    grants: FileGrants
    spooledFiles: OwnFiles
    /** Maximum file size in MB, set by the administrator; null: only the server's limit. */
    mostMb: number | null
  },
  input: { grants: readonly string[]; target: UploadTarget },
  whose: { connectionId: string; username: string },
): Promise<{ records: UploadRecord[]; refused: Refusal[] }> {
  const granted = input.grants.map((grant) => ({ grant, file: deps.grants.file(grant) }))
  const refused: Refusal[] = []
  const check = async (file: GrantedPath): Promise<UploadRecord | null> => {
    try {
      const inspected = await inspect(file, input.target)
      if (deps.mostMb !== null && inspected.size > deps.mostMb * MB) {
        throw new AppError('too-large', `文件大于管理员允许的 ${deps.mostMb} MB`)
      }
      const id = randomUUID()
      const path = file.spooled ? await deps.spooledFiles.adopt(file.path, id) : file.path
      // Moving a file changes its stamp on some systems, so the stamp is read again.
      const stamp = file.spooled ? (await fileStamp({ path, name: file.name })).stamp : inspected.stamp
      const { name, relativePath, spooled: owned } = file
      const state = { step: 'open' as const }
      return {
        ...whose,
        ...createUnsentProgress(randomUUID()),
        id,
        target: input.target,
        name,
        relativePath,
        path,
        owned,
        size: inspected.size,
        stamp,
        state,
      }
    } catch (error) {
      const known = writeError(error, file.name) ?? error
      refused.push({ name: file.relativePath, message: toWire(known).message })
      return null
    }
  }
  const records: UploadRecord[] = []
  for (const { grant, file } of granted) {
    const found = await listFiles(file)
    refused.push(...found.refused)
    const checks = await new PQueue({ concurrency: PARALLEL_CHECKS }).addAll(
      found.files.map((each) => () => check(each)),
    )
    records.push(...checks.filter((record) => record !== null))
    await deps.grants.release(grant)
  }
  return { records, refused }
}

async function inspect(file: GrantedPath, target: UploadTarget): Promise<{ size: number; stamp: string }> {
  if (file.name.length > MAX_CHARACTERS) {
    throw new AppError(
      'invalid',
      `文件名不能超过 ${MAX_CHARACTERS} 个字，请缩短“${file.name.slice(0, 20)}…”的名称后重试`,
    )
  }
  await checkFile(file, ruleOf(target))
  return fileStamp(file)
}

interface Refusal {
  name: string
  message: string
}

/**
 * The files of a granted file or folder; those of a folder have a `relativePath` that begins with the folder's name.
 * Symbolic links are not followed, because they may lead outside.
 */
async function listFiles(granted: GrantedPath): Promise<{ files: GrantedPath[]; refused: Refusal[] }> {
  const found = granted.spooled ? null : await lstat(granted.path).catch(() => null)
  if (!found?.isDirectory()) return { files: [granted], refused: [] }
  const files: GrantedPath[] = []
  const refused: Refusal[] = []
  const walk = async (folder: string, relative: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => null)
    if (!entries) {
      refused.push({ name: relative, message: `无法读取文件夹“${relative}”，请检查权限后重试` })
      return
    }
    for (const entry of entries.toSorted(byName)) {
      const inside = `${relative}/${entry.name}`
      if (entry.isDirectory()) await walk(join(folder, entry.name), inside)
      else if (entry.isFile()) {
        if (SYSTEM_FILES.test(entry.name)) continue
        if (files.length < MAX_FILES) files.push(fileIn(folder, entry, inside))
        else if (files.length === MAX_FILES) {
          refused.push({
            name: granted.name,
            message: `文件夹“${granted.name}”中的文件超过 ${MAX_FILES} 个，请分批上传`,
          })
          return
        }
      } else {
        const what = entry.isSymbolicLink() ? '符号链接' : '特殊文件'
        refused.push({ name: inside, message: `“${inside}”是${what}，没有上传；请改为上传其指向的文件` })
      }
    }
  }
  await walk(granted.path, granted.name)
  return { files, refused }
}

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1)
const fileIn = (folder: string, { name }: Dirent, relativePath: string): GrantedPath => ({
  path: join(folder, name),
  name,
  relativePath,
  spooled: false,
})
