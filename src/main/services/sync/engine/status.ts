import { z } from 'zod'
import type { Workspace } from '#shared/contract/workspace.ts'
import { AppError } from '#shared/errors/index.ts'
import type { WorkspaceRecord } from '../records.ts'
import type { ListedTemplate } from '../templates.ts'
import type { WorkspaceContext } from './context.ts'
import { explain } from './failures.ts'
import { readHalt } from './halts.ts'

export interface Status {
  state: Workspace['state']
  message: string
  /** The template has this folder on the server by now. */
  renamedTo?: Workspace['renamedTo']
}

/** What a failed cycle means for the workspace as a whole. */
export function statusOf(error: unknown): Status {
  const reason = explain(error)
  if (['no-response', 'timeout', 'unavailable', 'too-many'].includes(reason.code)) {
    return { state: 'offline', message: '连接不上服务器，改动会在恢复后自动同步' }
  }
  if (reason.code === 'unauthorized') return SIGNED_OUT
  if (reason.code === 'not-found' && error instanceof AppError) {
    const whatToDo = '如果是误删，请在模板回收站还原它，同步会自动继续；不再需要时请断开同步'
    return { state: 'failed', message: `${reason.message}。同步已停下，没有删除任何本地文件。${whatToDo}` }
  }
  return { state: 'failed', message: reason.message }
}

/** The template lives on under another folder: a person agrees before its files are compared with that (S8). */
export const renamedStatus = (from: string, { folder, name }: ListedTemplate): Status => ({
  state: 'failed',
  message: `模板“${name}”的文件夹在服务器上已从“${from}”改名为“${folder}”。同步已停下，两边的文件都没有动`,
  renamedTo: { folder, name },
})

export const SIGNED_OUT: Status = { state: 'signed-out', message: '这个连接没有登录，登录后继续同步' }

/** In step as far as is known, but the folder has changed since: whether that matters is being found out. */
const LOOKING: Status = { state: 'syncing', message: '本地文件夹里刚有改动，正在查看' }

export const readLastSync = (bench: WorkspaceContext): string => bench.store.read('last-sync', z.string()) ?? ''

/** The workspace as the page shows it. */
export function present(record: WorkspaceRecord, bench: WorkspaceContext, status: Status): Workspace {
  const { states, store, heard } = bench
  const now = status.state === 'idle' && heard.isOpen() ? LOOKING : status
  return {
    id: record.id,
    connectionId: record.connectionId,
    templateName: record.templateName,
    folder: record.folder,
    localPath: record.localPath,
    state: now.state,
    message: now.message,
    renamedTo: status.renamedTo ?? null,
    files: store.trees.files.base,
    waiting: states.count('local-changed', 'remote-changed', 'uploading', 'downloading', 'waiting'),
    conflicts: states.count('conflict'),
    failed: states.count('failed', 'unsupported'),
    lastSync: readLastSync(bench),
    halt: readHalt(store),
  }
}
