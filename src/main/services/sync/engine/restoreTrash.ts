import { copyFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { sameEntry } from '../core/tree.ts'
import { hashFile } from '../local/hashFile.ts'
import { makeBelow } from '../local/layout.ts'
import { note, type WorkspaceContext } from './context.ts'
import { asksForNewPlan, explain } from './failures.ts'

/** Puts deleted bytes back to their place on this side (S20). Errors: not-found; conflict when the place is taken. */
export async function restoreFromTrash(bench: WorkspaceContext, entry: string): Promise<void> {
  const { path, file } = await bench.trash.find(entry)
  const there = await bench.files.look(path).catch(() => null)
  if (there && there !== 'other' && sameEntry(there, await hashFile(file))) return bench.trash.remove(entry)
  const temp = bench.files.tempPath()
  await makeBelow(bench.layout.root, dirname(temp))
  await copyFile(file, temp)
  try {
    await makeBelow(bench.layout.root, dirname(join(bench.layout.root, path)))
    await bench.files.place(temp, path, await hashFile(temp), null)
  } catch (error) {
    if (!asksForNewPlan(error)) throw error
    throw new AppError('conflict', `“${path}”已经存在，请先改名或移走，再还原`, { cause: error })
  } finally {
    await rm(temp, { force: true })
  }
  await bench.trash.remove(entry)
  note(bench, 'info', path, '已从回收站还原')
}

/** Puts back all that one sync took away: of several versions of a file the last. Errors: not-found. */
export async function restoreMoment(
  bench: WorkspaceContext,
  moment: string,
): Promise<OutputOf<'workspaces.restoreMoment'>> {
  const entries = (await bench.trash.list()).filter((entry) => entry.moment === moment)
  if (entries.length === 0) throw new AppError('not-found', '回收站里已没有这一次的文件，可能已被还原或过期')
  const left: { path: string; reason: string }[] = []
  const done = new Set<string>()
  for (const { entry, path } of entries) {
    if (done.has(path)) continue
    await restoreFromTrash(bench, entry).then(
      () => done.add(path),
      (error: unknown) => left.push({ path, reason: explain(error).message }),
    )
  }
  return { restored: done.size, left }
}
