import { copyFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '#services/files/durable.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Cause, MomentChange } from '../base/moments.ts'
import { decodeText, TEXT_LIMIT } from '../core/text.ts'
import { depthOf, sameEntry, type Entry, type FileEntry } from '../core/tree.ts'
import { hashFile } from '../local/hashFile.ts'
import { makeBelow } from '../local/layout.ts'
import { note, type Session, type WorkspaceContext } from './context.ts'
import { explain } from './failures.ts'

type PutBack = OutputOf<'workspaces.putBack'>

/** What is done from now on is one moment, of the trash too. A first sync is none: before it the folder had no state of its own. */
export function beginMoment({ trash, store, clock }: WorkspaceContext, cause: Cause): void {
  const id = trash.beginMoment()
  if (store.read('last-sync', z.string()) !== null) store.moments.begin(id, clock.now(), cause)
}

/** Beside the trash, and on its volume. */
const folderOf = ({ layout }: WorkspaceContext): string => join(dirname(layout.trash), 'history')

/** Keeps a file that is about to be replaced; texts are kept as the base's anyway. A second name costs no copy. */
export async function storeReplaced(session: Session, path: string, expected: FileEntry | null): Promise<void> {
  if (!expected || expected.size === 0) return
  if (expected.size <= TEXT_LIMIT && session.store.content(expected.sha256) !== null) return
  try {
    await mkdir(folderOf(session)).catch(() => undefined)
    await link(await session.files.resolve(path), join(folderOf(session), expected.sha256))
    await syncFolder(folderOf(session))
  } catch {
    // A volume without links, or it is kept already: then it can be put back from there or not at all.
  }
}

/** Forgets what is past its time. Only the holder of the folder may call it. */
export async function pruneHistory(bench: WorkspaceContext): Promise<void> {
  bench.store.moments.prune(bench.clock.now())
  const needed = bench.store.moments.needed()
  for (const name of await readdir(folderOf(bench)).catch(() => []))
    if (!needed.has(name)) await rm(join(folderOf(bench), name), { force: true })
}

/** The bytes of the state before as a temp file, verified; null when they are not kept. */
async function bytesOf(
  bench: WorkspaceContext,
  moment: string,
  path: string,
  entry: FileEntry,
): Promise<string | null> {
  const temp = bench.files.tempPath()
  await makeBelow(bench.layout.root, dirname(temp))
  const text = bench.store.content(entry.sha256)
  if (text) {
    await writeFile(temp, text)
    return temp
  }
  const inTrash = (await bench.trash.list()).filter((each) => each.moment === moment && each.path === path)
  const kept = [
    join(folderOf(bench), entry.sha256),
    ...(await Promise.all(inTrash.map(async ({ entry: id }) => (await bench.trash.find(id)).file))),
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

const changesOf = ({ store }: WorkspaceContext, moment: string): MomentChange[] => {
  const changes = store.moments.files(moment)
  if (changes.length === 0) throw new AppError('not-found', '这次历史记录已经不在了，可能已过期，请刷新')
  return changes
}

/** What a moment did, beside what is in the folder now. */
export async function momentFiles(
  bench: WorkspaceContext,
  moment: string,
): Promise<OutputOf<'workspaces.momentFiles'>> {
  return Promise.all(
    changesOf(bench, moment).map(async ({ path, side, by, before, after }) => {
      const now = bench.trees.get('local', path) ?? null
      return {
        path,
        kind: (before ?? after)?.kind ?? 'file',
        size: before?.kind === 'file' ? before.size : 0,
        side,
        by,
        state: stateOf(before, now),
        since: !same(now, after),
      }
    }),
  )
}

const same = (a: Entry | null, b: Entry | null): boolean => sameEntry(a ?? undefined, b ?? undefined)
const stateOf = (before: Entry | null, now: Entry | null) =>
  same(before, now) ? 'same' : !now ? 'missing' : !before ? 'added' : 'changed'

/** One file of a moment as it was then and as it is now. */
export async function momentFile(
  bench: WorkspaceContext,
  moment: string,
  path: string,
): Promise<OutputOf<'workspaces.momentFile'>> {
  const before = changesOf(bench, moment).find((change) => change.path === path)?.before ?? null
  const then = before?.kind === 'file' ? await bytesOf(bench, moment, path, before) : null
  const now = await bench.files.look(path).catch(() => null)
  try {
    const read = async (file: string | null, size: number): Promise<string | null> =>
      file === null || size > TEXT_LIMIT ? null : (decodeText(await readFile(file))?.text ?? null)
    const here = now !== null && now !== 'other' ? now : null
    return {
      before: { exists: before?.kind === 'file', size: sizeOf(before), text: await read(then, sizeOf(before)) },
      now: {
        exists: here !== null,
        size: here?.size ?? 0,
        text: await read(here && (await bench.files.resolve(path)), here?.size ?? 0),
      },
    }
  } finally {
    if (then) await rm(then, { force: true })
  }
}
const sizeOf = (entry: Entry | null): number => (entry?.kind === 'file' ? entry.size : 0)

/**
 * Puts the folder back to what it was before a moment, whole or some paths; sync carries it on. A path that holds something
 * else than the moment left there stays as it is and is named. Error: not-found.
 */
export async function putBack(bench: WorkspaceContext, moment: string, paths: readonly string[]): Promise<PutBack> {
  const wanted = new Set(paths)
  const changes = changesOf(bench, moment).filter(({ path }) => wanted.size === 0 || wanted.has(path))
  const isFolder = (entry: Entry | null): boolean => entry?.kind === 'folder'
  const depth = ({ path }: MomentChange): number => depthOf(path)
  const made = changes.filter(({ before }) => isFolder(before)).toSorted((a, b) => depth(a) - depth(b))
  const gone = changes.filter(({ before, after }) => !before && isFolder(after)).toSorted((a, b) => depth(b) - depth(a))
  const files = changes.filter((change) => !made.includes(change) && !gone.includes(change))
  const left: PutBack['left'] = []
  let restored = 0
  for (const change of [...made, ...files, ...gone]) {
    try {
      if (await putOne(bench, moment, change)) restored += 1
    } catch (error) {
      left.push({ path: change.path, reason: explain(error).message })
    }
  }
  return { restored, left }
}

/** Answers whether something had to be done. */
async function putOne(
  bench: WorkspaceContext,
  moment: string,
  { path, before, after }: MomentChange,
): Promise<boolean> {
  const { files, layout, local } = bench
  const found = await files.look(path).catch(() => null)
  if (before?.kind === 'folder') {
    await makeBelow(layout.root, join(layout.root, local.diskPath(path)))
    return found !== 'other'
  }
  if (found === 'other') {
    if (before || after?.kind !== 'folder') throw new AppError('conflict', '现在这里是一个文件夹，没有动它')
    await files.removeFolder(path)
    return true
  }
  if (same(found, before)) return false
  if (!same(found, after?.kind === 'file' ? after : null)) throw new AppError('conflict', '之后又有修改，没有动它')
  if (!before) {
    if (found) await files.discard(path, found)
    note(bench, 'info', path, '放回历史：那时没有这个文件，移入回收站')
    return true
  }
  const temp = await bytesOf(bench, moment, path, before)
  if (temp === null) throw new AppError('not-found', '那时的内容没有保存在本机')
  try {
    await makeBelow(layout.root, dirname(join(layout.root, local.diskPath(path))))
    await files.place(temp, path, before, found)
  } finally {
    await rm(temp, { force: true })
  }
  note(bench, 'info', path, '已从历史放回')
  return true
}
