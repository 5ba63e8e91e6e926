import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import { formatPath, type StorePath } from '../path.ts'
import { syncFolder } from './durable.ts'
import { makeRoom, type SeenNames } from './making.ts'
import { statEntry, walkFolder } from './scan.ts'
import { keepInTrash } from './trash.ts'

/**
 * Moves a staged tree into a folder of the store. All of it or none: what was done is undone when a step fails, and
 * nothing is replaced before every name has been checked.
 */
export async function mergeTree(
  dirs: { root: string; trash: string },
  staged: string,
  into: StorePath,
  now: Date,
): Promise<void> {
  const entries = await walkFolder(staged, ['staged'])
  const undo: (() => Promise<void>)[] = []
  const seen: SeenNames = new Map()
  const moves: { from: string; to: string; path: StorePath; replaces: boolean }[] = []
  const touched = new Set<string>()
  try {
    for (const entry of entries) {
      const inner = entry.path.slice(1)
      const spot = await makeRoom(dirs.root, [...into, ...inner], seen)
      const there = await statEntry(spot.file, spot.path)
      if (there && there.kind !== entry.kind) {
        throw new AppError('conflict', `“${formatPath(inner)}”已存在，但一个是文件，一个是文件夹`)
      }
      if (entry.kind === 'file') {
        moves.push({ from: join(staged, ...inner), to: spot.file, path: spot.path, replaces: there !== null })
      } else if (!there) {
        await mkdir(spot.file)
        undo.push(() => rm(spot.file, { recursive: true, force: true }))
      }
    }
    for (const move of moves) {
      const kept = move.replaces ? await keepInTrash(dirs.trash, move.to, move.path, now) : null
      await rename(move.from, move.to)
      touched.add(dirname(move.to))
      undo.push(kept === null ? () => rm(move.to, { force: true }) : () => rename(kept, move.to))
    }
    for (const dir of touched) await syncFolder(dir)
  } catch (error) {
    for (const step of undo.toReversed()) await step()
    throw error
  }
}
