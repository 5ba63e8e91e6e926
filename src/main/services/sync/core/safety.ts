import type { Plan } from './plan.ts'
import { fileCount, sameEntry, type Sides, type Tree } from './tree.ts'

export interface Halt {
  kind:
    | 'local-root-missing'
    | 'local-emptied'
    | 'remote-emptied'
    | 'mass-delete-local'
    | 'mass-delete-remote'
    | 'all-changed'
  /** Chinese: what was found and what can be chosen. */
  message: string
  /** Files that would be deleted, or replaced for all-changed. */
  deletes: number
  /** Files at the last sync. */
  total: number
}

export interface SafetyLimits {
  /** Share of the files that may be deleted in one go, 0..1. */
  share: number
  /** Fewer files than this never stop a sync. */
  atLeast: number
}
export const SAFETY_LIMITS: SafetyLimits = { share: 0.5, atLeast: 5 }

/** S17: the whole folder is gone. */
export function rootMissing(base: Tree): Halt {
  const total = fileCount(base)
  const message = '本地文件夹不见了（可能被移动、改名，或磁盘没有连接），已停止同步'
  return { kind: 'local-root-missing', message, deletes: total, total }
}

/** S17, S18: whether the plan must not be carried out before a person has agreed; null when it may. */
export function findHalt(sides: Sides, plan: Plan, missing: boolean, limits = SAFETY_LIMITS): Halt | null {
  const total = fileCount(sides.base)
  const halt = (kind: Halt['kind'], deletes: number, message: string): Halt => ({ kind, deletes, total, message })
  if (missing) return rootMissing(sides.base)
  if (total === 0) return null
  const deletes = plan.operations.some(({ action }) => action === 'delete-local' || action === 'delete-remote')
  if (deletes && fileCount(sides.local) === 0) return halt('local-emptied', total, '本地文件夹被清空了，已停止同步')
  if (deletes && fileCount(sides.remote) === 0)
    return halt('remote-emptied', total, '服务器上的模板被清空了，已停止同步')
  const many = (count: number): boolean => count >= limits.atLeast && count > total * limits.share
  const onServer = deletions(plan, 'delete-remote', sides.base, sides.local)
  if (many(onServer)) {
    return halt('mass-delete-remote', onServer, `本地删除了 ${total} 个文件中的 ${onServer} 个，确认后才会从服务器删除`)
  }
  const here = deletions(plan, 'delete-local', sides.base, sides.remote)
  if (many(here)) {
    return halt('mass-delete-local', here, `服务器删除了 ${total} 个文件中的 ${here} 个，确认后才会从本地删除`)
  }
  const changed = Math.max(changes(sides, 'local'), changes(sides, 'remote'))
  if (changed < total || total < limits.atLeast) return null
  return halt('all-changed', changed, `全部 ${total} 个文件都被改动了，确认后才会同步`)
}

/** Planned deletions of files, without those that only moved: their content stands elsewhere on the other side (S25). */
function deletions(plan: Plan, action: 'delete-local' | 'delete-remote', base: Tree, from: Tree): number {
  const moved = new Map<string, number>()
  for (const [path, entry] of from) {
    if (entry.kind === 'file' && !base.has(path)) moved.set(entry.sha256, (moved.get(entry.sha256) ?? 0) + 1)
  }
  let count = 0
  for (const operation of plan.operations) {
    if (operation.action !== action || operation.expected.kind !== 'file') continue
    const left = moved.get(operation.expected.sha256) ?? 0
    if (left > 0) moved.set(operation.expected.sha256, left - 1)
    else count += 1
  }
  return count
}

/** Files of the base that a side holds with other content than the base and the other side. */
export function changes({ base, local, remote }: Sides, side: 'local' | 'remote'): number {
  const tree = side === 'local' ? local : remote
  let count = 0
  for (const [path, entry] of base) {
    const now = tree.get(path)
    const changed = entry.kind === 'file' && now?.kind === 'file' && !sameEntry(entry, now)
    if (changed && !sameEntry(local.get(path), remote.get(path))) count += 1
  }
  return count
}
