import { readFile, rm } from 'node:fs/promises'
import { conflictCopyName } from '#services/sync/core/names.ts'
import type { Conflict, Operation } from '#services/sync/core/plan.ts'
import { autoMerge } from './autoMerge.ts'
import { compareLineEnds, MAX_TEXT_BYTES } from '#services/sync/core/text.ts'
import { formatAuthor, addLogLine, type Session } from '../context.ts'
import { requiresNewPlan } from '../failures.ts'
import { copyLocalToTrash, copyRemoteToTrash, readRemote } from '../transfer.ts'

/**
 * Handles a conflict of a plan. A conflict in line ends only becomes an operation (S3). Texts with separate changes are
 * merged, which needs a new plan ('again'). For any other conflict the server's version is written beside the local
 * file (S9), under a name that is never synced (S15).
 */
export async function handleConflict(session: Session, conflict: Conflict): Promise<Operation | 'again' | null> {
  const { store } = session
  const kept = store.conflicts().find(({ path }) => path === conflict.path)
  const known = kept?.remote === conflict.remote.sha256 && kept.copy !== '' && (await exists(session, kept.copy))
  if (known && kept.local === conflict.local.sha256) return null
  const temp = await readRemote(session, conflict.path, conflict.remote)
  try {
    const operation = await resolveLineEndConflict(session, conflict, temp)
    if (operation) return operation
    // A conflict that is already listed waits for a person, who may be working on it.
    if (!kept && (await autoMerge(session, conflict, temp))) return 'again'
    const copy = known ? kept.copy : await placeCopy(session, conflict, temp)
    if (kept && kept.copy !== copy) await removeCopy(session, kept.copy, kept.remote)
    store.keepConflict({
      path: conflict.path,
      base: conflict.base?.sha256 ?? '',
      local: conflict.local.sha256,
      remote: conflict.remote.sha256,
      copy,
      at: kept?.at ?? session.clock.now().toISOString(),
    })
    const by = formatAuthor(session, conflict.path, '修改')
    if (!kept) addLogLine(session, 'warning', conflict.path, `两边都有改动，服务器版本已另存为“${copy}”${by}`)
    return null
  } finally {
    await rm(temp, { force: true })
  }
}

/** The conflict has ended: its copy is deleted unless someone has edited it. */
export async function endConflict(session: Session, path: string): Promise<void> {
  const kept = session.store.conflicts().find((conflict) => conflict.path === path)
  if (!kept) return
  await removeCopy(session, kept.copy, kept.remote)
  session.store.dropConflict(path)
}

async function resolveLineEndConflict(
  session: Session,
  conflict: Conflict,
  remoteFile: string,
): Promise<Operation | null> {
  const { path, base, local, remote } = conflict
  if (local.size > MAX_TEXT_BYTES || remote.size > MAX_TEXT_BYTES) return null
  const here = await readFile(await session.files.resolve(path))
  const verdict = compareLineEnds(base && session.store.readText(base.sha256), here, await readFile(remoteFile))
  if (verdict === 'conflict') return null
  addLogLine(session, 'info', path, '一边只改了换行符，不算冲突')
  if (verdict === 'take-local') {
    await copyRemoteToTrash(session, path, remote)
    return { action: 'upload', path, entry: local, expected: remote }
  }
  await copyLocalToTrash(session, path, local)
  return { action: 'download', path, entry: remote, expected: local }
}

/** Writes to the first free name: an existing file is never overwritten. */
async function placeCopy(session: Session, conflict: Conflict, temp: string): Promise<string> {
  for (let number = 1; ; number++) {
    const copy = conflictCopyName(conflict.path, session.clock.now(), number)
    try {
      await session.files.place(temp, copy, conflict.remote, null)
      return copy
    } catch (error) {
      if (!requiresNewPlan(error) || !(await exists(session, copy))) throw error
    }
  }
}

const exists = async (session: Session, path: string): Promise<boolean> =>
  (await session.files.readEntry(path)) !== null

async function removeCopy(session: Session, copy: string, sha256: string): Promise<void> {
  if (copy === '') return
  const found = await session.files.readEntry(copy)
  if (found !== null && found !== 'other' && found.sha256 === sha256) await rm(await session.files.resolve(copy))
}
