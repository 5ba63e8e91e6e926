import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import type { UploadTarget } from '#shared/contract/uploads.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import type { FileGrants, GrantedPath } from '../grants.ts'
import { writeError } from '../files/writeError.ts'
import { checkFile } from '../transfers/checkFile.ts'
import { type UploadRecord, unsent } from './record.ts'
import { lookAt } from './source.ts'
import { ruleOf } from './target.ts'
import { filesOf, type Refusal } from './walk.ts'

const MOST_CHARACTERS = 255
const AT_ONCE = 16

/** The files that belong to uploads: what a browser tab streamed here. */
export interface OwnFiles {
  adopt(path: string, id: string): Promise<string>
  remove(id: string): Promise<void>
  /** Removes the ones of no upload. */
  sweep(ids: ReadonlySet<string>): Promise<void>
}

/** @param folder on the same disk as the spool, so that taking a file over is a rename */
export function ownFiles(folder: string): OwnFiles {
  const remove = (id: string): Promise<void> => rm(join(folder, id), { force: true, maxRetries: 3 })
  return {
    remove,
    async adopt(path, id) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(path, join(folder, id))
      return join(folder, id)
    },
    async sweep(ids) {
      const names = await readdir(folder).catch(() => [])
      await Promise.all(names.filter((name) => !ids.has(name)).map(remove))
    },
  }
}

/** Makes records of granted files and folders, each checked now; grants of copies are used up. AppError `forbidden` for an unknown one. */
export async function validateFiles(
  deps: { grants: FileGrants; own: OwnFiles },
  input: { grants: readonly string[]; target: UploadTarget },
  whose: { connectionId: string; username: string },
): Promise<{ records: UploadRecord[]; refused: Refusal[] }> {
  const granted = input.grants.map((grant) => ({ grant, file: deps.grants.file(grant) }))
  const refused: Refusal[] = []
  const check = async (file: GrantedPath): Promise<UploadRecord | null> => {
    try {
      const seen = await inspect(file, input.target)
      const id = randomUUID()
      const path = file.spooled ? await deps.own.adopt(file.path, id) : file.path
      // A moved file is the same file, but some systems count that as a change.
      const stamp = file.spooled ? (await lookAt({ path, name: file.name })).stamp : seen.stamp
      const { name, relativePath, spooled: owned } = file
      const state = { step: 'open' as const }
      return {
        ...whose,
        ...unsent(randomUUID()),
        id,
        target: input.target,
        name,
        relativePath,
        path,
        owned,
        size: seen.size,
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
    const found = await filesOf(file)
    refused.push(...found.refused)
    const checks = await new PQueue({ concurrency: AT_ONCE }).addAll(found.files.map((each) => () => check(each)))
    records.push(...checks.filter((record) => record !== null))
    await deps.grants.release(grant)
  }
  return { records, refused }
}

async function inspect(file: GrantedPath, target: UploadTarget): Promise<{ size: number; stamp: string }> {
  if (file.name.length > MOST_CHARACTERS) {
    throw new AppError(
      'invalid',
      `文件名不能超过 ${MOST_CHARACTERS} 个字，请缩短“${file.name.slice(0, 20)}…”的名称后重试`,
    )
  }
  await checkFile(file, ruleOf(target))
  return lookAt(file)
}
