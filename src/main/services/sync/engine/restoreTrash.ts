import { copyFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import { hashFile } from '../local/hashFile.ts'
import { makeBelow } from '../local/layout.ts'
import { note, type Workbench } from './context.ts'
import { asksForNewPlan } from './failures.ts'

/** Puts deleted bytes back to their place on this side (S20). Errors: not-found; conflict when the place is taken. */
export async function restoreFromTrash(bench: Workbench, entry: string): Promise<void> {
  const { path, file } = await bench.trash.find(entry)
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
