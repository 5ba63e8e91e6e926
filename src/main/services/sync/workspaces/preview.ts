import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlanItem } from '#shared/contract/workspace.ts'
import { createSyncTrees, type SyncTrees } from '../core/syncTrees.ts'
import type { Conflict, Operation, Plan } from '../core/plan.ts'
import { reconcile } from '../core/reconcile.ts'
import { compareLineEnds, MAX_TEXT_BYTES } from '../core/text.ts'
import { byPath, sameEntry, type Tree } from '../core/tree.ts'
import { hashFile } from '../local/hashFile.ts'
import { LocalTree } from '../local/localTree.ts'
import type { Remote } from '../remote/remote.ts'

interface Preview {
  items: PlanItem[]
  downloadBytes: number
  uploadBytes: number
  /** Equal for equal plans: the actions, paths and contents. */
  signature: string
}

/** A scanned folder that the plan, its confirmation and the workspace share, so that unchanged files are read once. */
export interface ScannedFolder {
  root: string
  trees: SyncTrees
  local: LocalTree
}

export function openFolder(root: string): ScannedFolder {
  const trees = createSyncTrees()
  return { root, trees, local: new LocalTree({ root, trees, settleMs: 0 }) }
}

/**
 * Computes the first cycle of a workspace in this folder without carrying it out (S8). `base` is empty for a new
 * workspace.
 */
export async function previewSync(
  { root, trees, local: folder }: ScannedFolder,
  remote: Remote,
  signal: AbortSignal,
  base: Tree,
): Promise<Preview> {
  const theirs = await remote.list(signal)
  folder.requestFullScan()
  await folder.scan(signal)
  const local = trees.copyTree('local')
  const plan = reconcile({ base, local, remote: theirs.tree }, folder.ignores, folder.problems)
  const lineEnds = await findLineEndConflicts(root, plan.conflicts, remote, signal)
  return toPreview(plan, lineEnds, local, theirs.tree)
}

function toPreview(plan: Plan, lineEnds: ReadonlySet<string>, local: Tree, remote: Tree): Preview {
  const sizeOf = (path: string): number => {
    const entry = remote.get(path) ?? local.get(path)
    return entry?.kind === 'file' ? entry.size : 0
  }
  const items: PlanItem[] = [
    ...plan.operations.flatMap((operation) => itemOf(operation)),
    ...plan.conflicts.map(({ path, remote: entry }): PlanItem =>
      lineEnds.has(path)
        ? { path, action: 'download', size: entry.size, reason: '只有换行符不同，使用服务器版本' }
        : { path, action: 'conflict', size: entry.size, reason: '两边内容不同：都会保留，由您选择' },
    ),
    ...[...plan.problems].map(([path, { reason }]): PlanItem => ({ path, action: 'skip', size: sizeOf(path), reason })),
  ].toSorted((a, b) => byPath(a.path, b.path))
  const bytes = (action: PlanItem['action']): number =>
    items.filter((item) => item.action === action).reduce((sum, { size }) => sum + size, 0)
  const hash = (tree: Tree, path: string): string => {
    const entry = tree.get(path)
    return entry?.kind === 'file' ? entry.sha256 : (entry?.kind ?? '')
  }
  const signature = items.map(({ path, action }) => `${action} ${path} ${hash(local, path)} ${hash(remote, path)}`)
  return {
    items,
    downloadBytes: bytes('download') + bytes('conflict'),
    uploadBytes: bytes('upload'),
    signature: signature.join('\n'),
  }
}

function itemOf(operation: Operation): PlanItem[] {
  const { path, action } = operation
  if (action === 'forget') return []
  const entry = 'entry' in operation ? operation.entry : null
  return [{ path, action, size: entry?.kind === 'file' ? entry.size : 0, reason: '' }]
}

/** Paths of conflicts in line ends only (S3), which are no real conflicts; their texts are read from both sides. */
async function findLineEndConflicts(
  root: string,
  conflicts: readonly Conflict[],
  remote: Remote,
  signal: AbortSignal,
): Promise<Set<string>> {
  const found = new Set<string>()
  const temp = await mkdtemp(join(tmpdir(), 'sitecraft-plan-'))
  try {
    for (const { path, local, remote: theirs } of conflicts) {
      if (local.size > MAX_TEXT_BYTES || theirs.size > MAX_TEXT_BYTES) continue
      const file = join(temp, 'theirs')
      await remote.read(path, file, signal)
      const [ours, bytes] = [await readFile(join(root, path)), await readFile(file)]
      if (sameEntry(await hashFile(file), theirs) && compareLineEnds(null, ours, bytes) !== 'conflict') found.add(path)
    }
    return found
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
}
