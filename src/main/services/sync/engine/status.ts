import { z } from 'zod'
import type { Workspace } from '#shared/contract/workspace.ts'
import { AppError } from '#shared/errors/index.ts'
import type { WorkspaceRecord } from '../records.ts'
import type { ListedTemplate } from '../templates.ts'
import type { WorkspaceContext } from './context.ts'
import { explain } from './failures.ts'
import { readDisplayedStop } from './safetyStops.ts'

export interface Status {
  state: Workspace['state']
  message: string
  /** The template's current folder on the server. */
  renamedTo?: Workspace['renamedTo']
}

/** The workspace status after a failed cycle. */
export function statusOf(error: unknown): Status {
  const reason = explain(error)
  if (['no-response', 'timeout', 'unavailable', 'too-many'].includes(reason.code)) {
    return { state: 'offline', message: '无法连接服务器，改动将在恢复连接后自动同步' }
  }
  if (reason.code === 'unauthorized') return SIGNED_OUT
  if (reason.code === 'not-found' && error instanceof AppError) {
    const whatToDo = '如果是误删，请在模板回收站还原，同步会自动继续；不再需要时请断开同步'
    return { state: 'failed', message: `${reason.message}。同步已停止，没有删除任何本地文件。${whatToDo}` }
  }
  return { state: 'failed', message: reason.message }
}

/** The template has another folder name: a person must agree before its files are compared with that folder (S8). */
export const renamedStatus = (from: string, { folder, name }: ListedTemplate): Status => ({
  state: 'failed',
  message: `模板“${name}”的文件夹在服务器上已从“${from}”改名为“${folder}”。同步已停止，两边的文件均未改动`,
  renamedTo: { folder, name },
})

export const SIGNED_OUT: Status = { state: 'signed-out', message: '该连接尚未登录，登录后继续同步' }

/** In step as of the last cycle, but the folder has changed since; a scan decides whether that matters. */
const SCANNING: Status = { state: 'syncing', message: '本地文件夹有新的改动，正在检查' }

export const readLastSync = (context: WorkspaceContext): string => context.store.read('last-sync', z.string()) ?? ''

/** The workspace as displayed on the page. */
export function toWorkspaceView(record: WorkspaceRecord, context: WorkspaceContext, status: Status): Workspace {
  const { states, store, hints } = context
  const now = status.state === 'idle' && hints.hasOpenHints() ? SCANNING : status
  return {
    id: record.id,
    connectionId: record.connectionId,
    templateName: record.templateName,
    folder: record.folder,
    localPath: record.localPath,
    state: now.state,
    message: now.message,
    renamedTo: status.renamedTo ?? null,
    files: store.trees.fileCounts.base,
    waiting: states.count('local-changed', 'remote-changed', 'uploading', 'downloading', 'waiting'),
    conflicts: states.count('conflict'),
    failed: states.count('failed', 'unsupported'),
    lastSync: readLastSync(context),
    halt: readDisplayedStop(store),
  }
}
