import { readFile, rm, writeFile } from 'node:fs/promises'
import { AppError } from '#shared/errors/index.ts'
import { serverVersionName } from '#services/sync/core/names.ts'
import { decodeText, encodeText } from '#services/sync/core/text.ts'
import type { FileEntry } from '#services/sync/core/tree.ts'
import { sha256Of } from '#services/sync/local/hash.ts'
import { endConflict } from './conflicts.ts'
import { recordAgreed, storeBaseText, addLogLine, type Session } from '../context.ts'
import { uploadFile } from '../uploadFile.ts'
import { copyLocalToTrash, copyRemoteToTrash, readRemote } from '../transfer.ts'

interface Resolution {
  path: string
  choice: 'local' | 'remote' | 'both' | 'merge'
  /** For merge: the complete new text. */
  text?: string | undefined
  /** The versions that the person has seen. */
  localSha256: string
  remoteSha256: string
}

/**
 * Resolves a conflict as chosen by a person. The discarded version goes to the trash first. Errors: conflict when a
 * side has changed since it was shown; invalid when the file's encoding lacks a character of the merged text.
 */
export async function resolveConflict(session: Session, resolution: Resolution): Promise<void> {
  const { path, choice } = resolution
  const local = await readLocalVersion(session, path)
  await session.remoteTree.refresh(session.remote, session.signal)
  const remote = session.trees.get('remote', path)
  if (!local || remote?.kind !== 'file') throw createStaleError()
  if (local.sha256 !== resolution.localSha256 || remote.sha256 !== resolution.remoteSha256) throw createStaleError()
  if (choice === 'remote') await applyRemoteVersion(session, path, local, remote)
  else {
    if (choice === 'both') await placeServerVersion(session, path, remote)
    const chosen = choice === 'merge' ? await writeMerged(session, path, local, resolution.text ?? '') : local
    await applyLocalVersion(session, path, chosen, remote)
  }
  await endConflict(session, path)
  session.states.clear(path)
  addLogLine(session, 'info', path, RESOLVED[choice])
}

const RESOLVED: Record<Resolution['choice'], string> = {
  local: '冲突已解决：使用本地版本',
  remote: '冲突已解决：使用服务器版本',
  both: '冲突已解决：两份都保留，服务器版本另存',
  merge: '冲突已解决：合并',
}

/** Writes the server's version beside the local file as an ordinary file; the next cycle uploads it. */
async function placeServerVersion(session: Session, path: string, remote: FileEntry): Promise<void> {
  const temp = await readRemote(session, path, remote)
  try {
    for (let number = 1; ; number++) {
      const second = serverVersionName(path, number)
      if (session.trees.get('remote', second) || (await session.files.readEntry(second)) !== null) continue
      await session.files.place(temp, second, remote, null)
      session.local.addHint(second)
      return
    }
  } finally {
    await rm(temp, { force: true })
  }
}

const createStaleError = (): AppError => new AppError('conflict', '文件在查看之后又有变化，请重新打开冲突后再选择')

export async function readLocalVersion(session: Session, path: string): Promise<FileEntry | null> {
  const found = await session.files.readEntry(path)
  return found === 'other' ? null : found
}

async function applyRemoteVersion(session: Session, path: string, local: FileEntry, remote: FileEntry): Promise<void> {
  const temp = await readRemote(session, path, remote)
  try {
    await copyLocalToTrash(session, path, local)
    await session.files.place(temp, path, remote, local)
    await storeBaseText(session, remote, await session.files.resolve(path))
    session.local.recordOwnWrite(path, remote)
    recordAgreed(session, path, remote)
  } finally {
    await rm(temp, { force: true })
  }
}

async function applyLocalVersion(session: Session, path: string, local: FileEntry, remote: FileEntry): Promise<void> {
  const temp = await session.files.snapshot(path, local)
  try {
    await copyRemoteToTrash(session, path, remote)
    await uploadFile(session, path, { temp, entry: local }, remote)
  } finally {
    await rm(temp, { force: true })
  }
}

/** Replaces the local file by the merged text, in the file's encoding (S37). */
async function writeMerged(session: Session, path: string, local: FileEntry, text: string): Promise<FileEntry> {
  const before = decodeText(await readFile(await session.files.resolve(path)))
  if (!before) throw new AppError('unsupported', '该文件不是文本，无法合并，请选择本地版本或服务器版本')
  const bytes = encodeText({ text, encoding: before.encoding })
  if (!bytes) throw new AppError('invalid', '合并后的文字无法用该文件原来的编码保存，请去掉特殊字符')
  const merged: FileEntry = { kind: 'file', sha256: sha256Of(bytes), size: bytes.length }
  if (merged.sha256 === local.sha256) return local
  const temp = session.files.tempPath()
  await writeFile(temp, bytes)
  await copyLocalToTrash(session, path, local)
  await session.files.place(temp, path, merged, local)
  session.local.recordOwnWrite(path, merged)
  return merged
}
