import { copyFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '#services/files/durable.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import type { RestorePointCause, RestorePointChange } from '../base/restorePoints.ts'
import { decodeText, MAX_TEXT_BYTES } from '../core/text.ts'
import { depthOf, sameEntry, type Entry, type FileEntry } from '../core/tree.ts'
import { hashFile } from '../local/hashFile.ts'
import { createFoldersBelow } from '../local/layout.ts'
import { addLogLine, type Session, type WorkspaceContext } from './context.ts'
import { explain } from './failures.ts'

type RestoreResult = OutputOf<'workspaces.putBack'>

/**
 * Starts a restore point, which groups the later changes and trash entries. A first sync has none, because the folder
 * had no earlier state.
 */
export function beginRestorePoint({ trash, store, clock }: WorkspaceContext, cause: RestorePointCause): void {
  const id = trash.beginGroup()
  if (store.read('last-sync', z.string()) !== null) store.restorePoints.begin(id, clock.now(), cause)
}

/** Beside the trash, on the same volume. */
const folderOf = ({ layout }: WorkspaceContext): string => join(dirname(layout.trash), 'history')

/** Keeps a file that is about to be replaced; texts are already kept for the base. A hard link needs no copy. */
export async function retainReplacedFile(session: Session, path: string, expected: FileEntry | null): Promise<void> {
  if (!expected || expected.size === 0) return
  if (expected.size <= MAX_TEXT_BYTES && session.store.readText(expected.sha256) !== null) return
  try {
    await mkdir(folderOf(session)).catch(() => undefined)
    await link(await session.files.resolve(path), join(folderOf(session), expected.sha256))
    await syncFolder(folderOf(session))
  } catch {
    // The volume has no hard links, or the file is already kept. In the first case it can't be restored.
  }
}

/** Deletes expired restore points. Call it only while holding the folder lease. */
export async function pruneHistory(context: WorkspaceContext): Promise<void> {
  context.store.restorePoints.prune(context.clock.now())
  const needed = context.store.restorePoints.findNeededHashes()
  for (const name of await readdir(folderOf(context)).catch(() => []))
    if (!needed.has(name)) await rm(join(folderOf(context), name), { force: true })
}

/** A verified temp file with the earlier content; null when that is not kept. */
async function copyEarlierContent(
  context: WorkspaceContext,
  moment: string,
  path: string,
  entry: FileEntry,
): Promise<string | null> {
  const temp = context.files.tempPath()
  await createFoldersBelow(context.layout.root, dirname(temp))
  const text = context.store.readText(entry.sha256)
  if (text) {
    await writeFile(temp, text)
    return temp
  }
  const inTrash = (await context.trash.list()).filter((each) => each.moment === moment && each.path === path)
  const kept = [
    join(folderOf(context), entry.sha256),
    ...(await Promise.all(inTrash.map(async ({ entry: id }) => (await context.trash.find(id)).file))),
  ]
  for (const file of kept) {
    const copied = await copyFile(file, temp).then(
      () => true,
      () => false,
    )
    if (copied && sameEntry(await hashFile(temp), entry)) return temp
  }
  await rm(temp, { force: true })
  return entry.size === 0 ? (await writeFile(temp, ''), temp) : null
}

const readChanges = ({ store }: WorkspaceContext, moment: string): RestorePointChange[] => {
  const changes = store.restorePoints.files(moment)
  if (changes.length === 0) throw new AppError('not-found', '这次历史记录已不存在，可能已过期，请刷新')
  return changes
}

/** Compares the files of a restore point with the folder's current files. */
export async function listRestorePointFiles(
  context: WorkspaceContext,
  moment: string,
): Promise<OutputOf<'workspaces.momentFiles'>> {
  return Promise.all(
    readChanges(context, moment).map(async ({ path, side, by, before, after }) => {
      const now = context.trees.get('local', path) ?? null
      return {
        path,
        kind: (before ?? after)?.kind ?? 'file',
        size: before?.kind === 'file' ? before.size : 0,
        side,
        by,
        state: stateOf(before, now),
        since: !isSame(now, after),
      }
    }),
  )
}

const isSame = (a: Entry | null, b: Entry | null): boolean => sameEntry(a ?? undefined, b ?? undefined)
const stateOf = (before: Entry | null, now: Entry | null) =>
  isSame(before, now) ? 'same' : !now ? 'missing' : !before ? 'added' : 'changed'

/** One file of a restore point: its earlier and its current version. */
export async function readRestorePointFile(
  context: WorkspaceContext,
  moment: string,
  path: string,
): Promise<OutputOf<'workspaces.momentFile'>> {
  const before = readChanges(context, moment).find((change) => change.path === path)?.before ?? null
  const then = before?.kind === 'file' ? await copyEarlierContent(context, moment, path, before) : null
  const now = await context.files.readEntry(path).catch(() => null)
  try {
    const read = async (file: string | null, size: number): Promise<string | null> =>
      file === null || size > MAX_TEXT_BYTES ? null : (decodeText(await readFile(file))?.text ?? null)
    const here = now !== null && now !== 'other' ? now : null
    return {
      before: { exists: before?.kind === 'file', size: sizeOf(before), text: await read(then, sizeOf(before)) },
      now: {
        exists: here !== null,
        size: here?.size ?? 0,
        text: await read(here && (await context.files.resolve(path)), here?.size ?? 0),
      },
    }
  } finally {
    if (then) await rm(then, { force: true })
  }
}
const sizeOf = (entry: Entry | null): number => (entry?.kind === 'file' ? entry.size : 0)

/**
 * Restores the folder, or some paths, to the state before a restore point; sync then transfers the result. A path that
 * has changed since the restore point is skipped and reported. Error: not-found.
 */
export async function restorePaths(
  context: WorkspaceContext,
  moment: string,
  paths: readonly string[],
): Promise<RestoreResult> {
  const wanted = new Set(paths)
  const changes = readChanges(context, moment).filter(({ path }) => wanted.size === 0 || wanted.has(path))
  const isFolder = (entry: Entry | null): boolean => entry?.kind === 'folder'
  const depth = ({ path }: RestorePointChange): number => depthOf(path)
  const foldersToCreate = changes.filter(({ before }) => isFolder(before)).toSorted((a, b) => depth(a) - depth(b))
  const foldersToRemove = changes
    .filter(({ before, after }) => !before && isFolder(after))
    .toSorted((a, b) => depth(b) - depth(a))
  const files = changes.filter((change) => !foldersToCreate.includes(change) && !foldersToRemove.includes(change))
  const left: RestoreResult['left'] = []
  let restored = 0
  for (const change of [...foldersToCreate, ...files, ...foldersToRemove]) {
    try {
      if (await restorePath(context, moment, change)) restored += 1
    } catch (error) {
      left.push({ path: change.path, reason: explain(error).message })
    }
  }
  return { restored, left }
}

/** Returns whether a change was necessary. */
async function restorePath(
  context: WorkspaceContext,
  moment: string,
  { path, before, after }: RestorePointChange,
): Promise<boolean> {
  const { files, layout, local } = context
  const found = await files.readEntry(path).catch(() => null)
  if (before?.kind === 'folder') {
    await createFoldersBelow(layout.root, join(layout.root, local.diskPath(path)))
    return found !== 'other'
  }
  if (found === 'other') {
    if (before || after?.kind !== 'folder') throw new AppError('conflict', '该路径现在是文件夹，未改动')
    await files.removeFolder(path)
    return true
  }
  if (isSame(found, before)) return false
  if (!isSame(found, after?.kind === 'file' ? after : null)) throw new AppError('conflict', '之后又有修改，未改动')
  if (!before) {
    if (found) await files.discard(path, found)
    addLogLine(context, 'info', path, '还原历史：当时没有该文件，已移入回收站')
    return true
  }
  const temp = await copyEarlierContent(context, moment, path, before)
  if (temp === null) throw new AppError('not-found', '当时的内容未保存在本机')
  try {
    await createFoldersBelow(layout.root, dirname(join(layout.root, local.diskPath(path))))
    await files.place(temp, path, before, found)
  } finally {
    await rm(temp, { force: true })
  }
  addLogLine(context, 'info', path, '已从历史还原')
  return true
}
