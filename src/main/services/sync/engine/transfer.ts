import { rename, rm } from 'node:fs/promises'
import { AppError } from '#shared/errors/index.ts'
import type { Operation } from '../core/plan.ts'
import { sameEntry, type FileEntry } from '../core/tree.ts'
import { changedMeanwhile } from '../local/files.ts'
import { hashFile } from '../local/hashFile.ts'
import { asksForNewPlan } from './failures.ts'
import { agree, keepText, note, type Session } from './context.ts'
import { send } from './send.ts'

/** Carries out one operation; the base learns of it only when it is done and verified (S28). */
export async function perform(session: Session, operation: Operation): Promise<void> {
  const { path } = operation
  const { store, clock, files, remote, signal } = session
  switch (operation.action) {
    case 'download':
      return download(session, path, operation.entry, operation.expected)
    case 'upload':
      return upload(session, path, operation.entry, operation.expected)
    case 'delete-local':
      if (operation.expected.kind === 'folder') await files.removeFolder(path)
      else await files.discard(path, operation.expected)
      note(session, 'info', path, '服务器已删除，本地移入回收站')
      return store.agree(path, null, clock.now())
    case 'delete-remote':
      if (operation.expected.kind === 'folder') await remote.removeFolder(path, signal)
      else await removeRemote(session, path, operation.expected)
      note(session, 'info', path, '本地已删除，服务器上也已删除')
      return store.agree(path, null, clock.now())
    case 'make-local-folder':
      await files.makeFolder(path)
      return store.agree(path, { kind: 'folder' }, clock.now())
    case 'make-remote-folder':
      await remote.makeFolder(path, signal)
      return store.agree(path, { kind: 'folder' }, clock.now())
    case 'adopt':
      if (operation.entry.kind === 'folder') return store.agree(path, operation.entry, clock.now())
      return agree(session, path, operation.entry, await files.resolve(path))
    case 'forget':
      return store.agree(path, null, clock.now())
  }
}

async function download(session: Session, path: string, entry: FileEntry, expected: FileEntry | null): Promise<void> {
  const { files, states } = session
  states.set(path, 'downloading', '', entry.size)
  await withTemp(await fetchContent(session, path, entry), async (temp) => {
    const { store, clock } = session
    await keepText(session, entry, temp)
    // The base keeps texts only: what a download empties must be in the trash.
    if (expected && expected.size > 0 && entry.size === 0) await keepLocal(session, path, expected)
    await files.place(temp, path, entry, expected)
    store.agree(path, entry, clock.now())
  })
  note(session, 'info', path, '已下载')
}

async function upload(session: Session, path: string, entry: FileEntry, expected: FileEntry | null): Promise<void> {
  const { files, states } = session
  states.set(path, 'uploading', '', entry.size)
  await withTemp(await files.snapshot(path, entry), async (temp) => {
    await send(session, path, { temp, entry }, expected)
  })
  note(session, 'info', path, '已上传')
}

/** S20: the bytes are in the trash before the server is asked to delete. */
async function removeRemote(session: Session, path: string, expected: FileEntry): Promise<void> {
  const entry = await keepRemote(session, path, expected)
  try {
    await session.remote.removeFile(path, expected, session.signal)
  } catch (error) {
    // After a lost answer the server may have deleted it: then these are the last bytes here.
    if (asksForNewPlan(error)) await session.trash.remove(entry)
    throw error
  }
}

/** Stores the server's bytes in the trash; answers the trash entry. Error: conflict when they are not the expected ones. */
export async function keepRemote(session: Session, path: string, expected: FileEntry): Promise<string> {
  const temp = await readRemote(session, path, expected)
  return withTemp(temp, () =>
    session.trash.take({ path, side: 'remote', size: expected.size }, (place) => rename(temp, place)),
  )
}

/** Stores a copy of the local bytes in the trash. Error: conflict when they are not the expected ones. */
export async function keepLocal(session: Session, path: string, expected: FileEntry): Promise<string> {
  const temp = await session.files.snapshot(path, expected)
  return withTemp(temp, () =>
    session.trash.take({ path, side: 'local', size: expected.size }, (place) => rename(temp, place)),
  )
}

/** A temp file with the server's bytes, verified. */
export async function readRemote(session: Session, path: string, entry: FileEntry): Promise<string> {
  const temp = session.files.tempPath()
  try {
    await session.remote.read(path, temp, session.signal)
    const found = await hashFile(temp, session.signal)
    if (found.size === 0 && entry.size > 0) {
      throw new AppError('bad-answer', `“${path}”下载到的内容是空的，没有采用，将重试`)
    }
    if (!sameEntry(found, entry)) throw changedMeanwhile(path)
    return temp
  } catch (error) {
    await rm(temp, { force: true })
    if (error instanceof AppError && error.code === 'not-found') throw changedMeanwhile(path)
    throw error
  }
}

/** The bytes from a local file that holds the same content already (a rename on the server), else from the server. */
async function fetchContent(session: Session, path: string, entry: FileEntry): Promise<string> {
  for (const [other, here] of session.local) {
    if (here.kind !== 'file' || !sameEntry(here, entry)) continue
    const copy = await session.files.snapshot(other, entry).catch(() => null)
    if (copy) return copy
  }
  return readRemote(session, path, entry)
}

async function withTemp<T>(temp: string, work: (temp: string) => Promise<T>): Promise<T> {
  try {
    return await work(temp)
  } finally {
    await rm(temp, { force: true })
  }
}
