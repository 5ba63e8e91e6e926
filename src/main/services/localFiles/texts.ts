import { lstat, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { MAX_LOCAL_EDITOR_BYTES } from '#shared/contract/localFile.ts'
import type { AnswerOf, ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { decodeText, encodeText } from '#services/sync/core/text.ts'
import type { FileEntry } from '#services/sync/core/tree.ts'
import { isMissing, sha256Of } from '#services/sync/local/hash.ts'
import { hashFile } from '#services/sync/local/hashFile.ts'
import { createReservedFolder } from '#services/sync/local/layout.ts'
import { writeError } from '#services/files/writeError.ts'
import {
  checkPath,
  missingFileError,
  createParents,
  checkNewPath,
  resolveFile,
  type WorkspaceFolder,
} from './resolveFile.ts'

/** Reads a text with everything necessary to write it back unchanged. */
export async function openText(folder: WorkspaceFolder, given: string): Promise<AnswerOf<'localFiles.open'>> {
  const path = checkPath(given)
  const target = await resolveFile(folder, path)
  const { size, isFile } = await lstat(target).then((found) => ({ size: found.size, isFile: found.isFile() }))
  if (!isFile) throw new AppError('unsupported', `“${path}”不是文件`)
  if (size > MAX_LOCAL_EDITOR_BYTES) {
    throw new AppError('too-large', `“${path}”超过 5 MB，请用其他编辑器打开（“打开方式”）`)
  }
  const bytes = await readFile(target).catch((error: unknown) => {
    throw isMissing(error) ? missingFileError(path) : error
  })
  const text = decodeText(bytes, MAX_LOCAL_EDITOR_BYTES)
  if (!text) {
    throw new AppError('unsupported', `“${path}”不是 UTF-8 或 GBK 编码的文本，请用其他程序打开（“打开方式”）`)
  }
  const last = folder.findLatestNote(path)
  return {
    content: text.text,
    encoding: text.encoding,
    hash: sha256Of(bytes),
    last: last && { at: formatDateTime(Date.parse(last.at)), text: last.text },
  }
}

/** Writes a text atomically if the file still has the content that the person started from. */
export async function saveText(
  folder: WorkspaceFolder,
  { path: given, content, encoding, expectedHash }: Omit<ParsedOf<'localFiles.save'>, 'id'>,
): Promise<{ hash: string }> {
  const path = expectedHash === '' ? checkNewPath(given) : checkPath(given)
  const bytes = encodeText({ text: content, encoding })
  if (!bytes) {
    throw new AppError(
      'invalid',
      `“${path}”是 ${NAMES[encoding]} 编码，无法保存某些字符（如表情符号），请去掉这些字符后再保存`,
    )
  }
  const before = await requireExpected(folder, path, expectedHash)
  const entry: FileEntry = { kind: 'file', sha256: sha256Of(bytes), size: bytes.length }
  if (before?.sha256 === entry.sha256) return { hash: entry.sha256 }
  const { layout, files } = folder
  await createReservedFolder(layout)
  const temp = files.tempPath()
  try {
    await writeFile(temp, bytes, { flag: 'wx' })
    if (!before) await createParents(folder, path)
    await files.place(temp, path, entry, before)
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') throw changedError(path)
    throw error instanceof AppError ? error : (writeError(error, path) ?? error)
  } finally {
    await rm(temp, { force: true })
  }
  return { hash: entry.sha256 }
}

const NAMES = { 'utf-8': 'UTF-8', 'utf-8-bom': 'UTF-8', gb18030: 'GBK' } as const

const changedError = (path: string): AppError =>
  new AppError('conflict', `“${path}”在磁盘上已被改动，未覆盖；请比较后再决定`)

async function requireExpected(folder: WorkspaceFolder, path: string, hash: string): Promise<FileEntry | null> {
  const now = await folder.files.readEntry(path)
  if (now === 'other') throw new AppError('unsupported', `“${path}”不是普通文件，无法保存`)
  if (hash === '') {
    if (now) throw changedError(path)
    return null
  }
  if (!now) throw missingFileError(path)
  if (now.sha256 !== hash) throw changedError(path)
  return now
}

/** Caches hashes of files that are checked repeatedly: they are read again only when size or times differ. */
export function createHashCache() {
  /** Oldest first. */
  const known = new Map<string, { stamp: string; hash: string }>()
  return async (folder: WorkspaceFolder, given: string): Promise<string | null> => {
    const path = checkPath(given)
    try {
      const target = await resolveFile(folder, path)
      const { size, mtimeMs, ctimeMs, ino } = await stat(target)
      const stamp = [size, mtimeMs, ctimeMs, ino].join(' ')
      const kept = known.get(target)
      if (kept?.stamp === stamp) return kept.hash
      const { sha256 } = await hashFile(target)
      known.delete(target)
      // A file written recently may change again within the resolution of its time stamps.
      if (Date.now() - Math.max(mtimeMs, ctimeMs) > 2000) known.set(target, { stamp, hash: sha256 })
      for (const oldest of known.keys()) {
        if (known.size <= MAX_VERSIONS) break
        known.delete(oldest)
      }
      return sha256
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return null
      if (isMissing(error)) return null
      throw error
    }
  }
}

const MAX_VERSIONS = 1000
