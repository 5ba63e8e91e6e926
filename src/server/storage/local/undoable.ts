import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fsCode } from '../fsErrors.ts'
import type { Undo } from '../templateStore.ts'
import { moveAtomically, syncFolder, writeAtomically } from './durable.ts'
import { type CreatePath, statEntry } from './scan.ts'
import { linkOrCopy } from './trash.ts'

/** Collects how to take back what is done until a transaction ends. */
export interface OpenUndo {
  onRollback(undo: Undo): void
  /** Tidies up once nothing is taken back any more. */
  afterCommit(tidy: Undo): void
}

/** Where a file comes; `replaces`: one is there. */
export interface FileSpot extends CreatePath {
  replaces: boolean
}

/** Does a change; after an error, or when the transaction is given up, `undo` has taken it back. */
async function undoable(open: OpenUndo | null, undo: Undo, change: () => Promise<unknown>): Promise<void> {
  try {
    await change()
  } catch (error) {
    await undo().catch(() => undefined)
    throw error
  }
  open?.onRollback(undo)
}

/** Replaces or makes a file in one atomic step. The bytes before have a second name until the transaction has ended. */
export async function writeFile(tmp: string, spot: FileSpot, bytes: Uint8Array, open: OpenUndo | null): Promise<void> {
  const before = spot.replaces && open ? join(tmp, randomUUID()) : null
  if (before) {
    await mkdir(tmp, { recursive: true })
    await linkOrCopy(spot.file, before)
    open?.afterCommit(() => rm(before, { force: true }))
  }
  const undo = async (): Promise<void> => {
    if (before) await putBack(before, spot.file)
    else if (!spot.replaces) await removeNew(spot)
  }
  await undoable(open, undo, () => writeAtomically(tmp, spot.file, bytes))
}

/** Moves a finished file into place. @param kept a second name of the file that it replaces */
export async function adoptFile(
  tmp: string,
  spot: FileSpot,
  { source, kept }: { source: string; kept: string | null },
  open: OpenUndo | null,
): Promise<void> {
  const undo = async (): Promise<void> => {
    if (!(await statEntry(source, ['']))) await moveAtomically(tmp, spot.file, source)
    if (kept) await putBack(kept, spot.file)
    else await removeNew(spot)
  }
  await undoable(open, undo, () => moveAtomically(tmp, source, spot.file))
}

export async function makeFolder(spot: CreatePath, open: OpenUndo | null): Promise<void> {
  await undoable(
    open,
    () => removeNew(spot),
    async () => {
      await mkdir(spot.file)
      await syncFolder(dirname(spot.file))
    },
  )
}

async function putBack(kept: string, file: string): Promise<void> {
  await rename(kept, file)
  // Of two names for the same bytes a rename keeps both.
  await rm(kept, { force: true })
  await syncFolder(dirname(file))
}

/** Removes what was made, with the folders that were made for it, as far as nobody has put anything into them. */
async function removeNew({ file, made }: CreatePath): Promise<void> {
  await rm(file, { force: true }).catch((error: unknown) => {
    if (!['EISDIR', 'ERR_FS_EISDIR'].includes(fsCode(error) ?? '')) throw error
  })
  const folders = [file]
  if (made) for (let dir = dirname(file); dir.length >= made.length; dir = dirname(dir)) folders.push(dir)
  for (const dir of folders)
    await rmdir(dir).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(fsCode(error) ?? '')) throw error
    })
}
