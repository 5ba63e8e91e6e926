import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import type { OutputOf, ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Grants, Sessions } from '#services/types.ts'
import type { Timing } from '../engine/timing.ts'
import type { ConnectRemote } from '../remote/choose.ts'
import type { Remote } from '../remote/port.ts'
import { checkFolder, checkSpace } from './folderChecks.ts'
import { PLAN_AGAIN, type PendingPlan, type Plans } from './plans.ts'
import { previewSync } from './preview.ts'
import type { WorkspaceRecord } from './records.ts'
import { folderWarnings } from './warnings.ts'

export interface ConnectDeps {
  dataDir: string
  sessions: Sessions
  grants: Grants
  plans: Plans
  timing: Timing
  connect: ConnectRemote
  records: () => Promise<WorkspaceRecord[]>
}

/** The two steps to a new workspace: show what would happen, and agree to exactly that (S8). */
export interface Connecting {
  plan(input: ParsedOf<'workspaces.plan'>): Promise<OutputOf<'workspaces.plan'>>
  agree(planId: string): Promise<WorkspaceRecord>
}

export function createConnecting(deps: ConnectDeps): Connecting {
  const remoteOf = async (connectionId: string, folder: string, signal: AbortSignal): Promise<Remote> => {
    const client = deps.sessions.clientFor(connectionId)
    if (!client) throw new AppError('unauthorized', '请先登录，再同步模板')
    return deps.connect({ client, folder, temp: tmpdir(), pollMs: deps.timing.poll }, signal)
  }
  const refuseSecond = (records: readonly WorkspaceRecord[], connectionId: string, folder: string): void => {
    const other = records.find((record) => record.connectionId === connectionId && record.folder === folder)
    if (other) throw new AppError('conflict', `这个模板已经同步到“${other.localPath}”，请先断开那里的同步`)
  }
  const check = async (connectionId: string, folder: string, path: string): Promise<string> => {
    const records = await deps.records()
    refuseSecond(records, connectionId, folder)
    return checkFolder(path, deps.dataDir, records)
  }
  return {
    async plan({ folder, templateName, grant }) {
      const connectionId = deps.sessions.currentConnectionId()
      if (connectionId === null) throw new AppError('unauthorized', '请先登录，再同步模板')
      const localPath = await check(connectionId, folder, deps.grants.resolve(grant))
      const signal = new AbortController().signal
      const preview = await previewSync(localPath, await remoteOf(connectionId, folder, signal), signal)
      await checkSpace(localPath, preview.downloadBytes)
      const pending: PendingPlan = { connectionId, folder, templateName, localPath, signature: preview.signature }
      const { items, downloadBytes, uploadBytes } = preview
      const warnings = await folderWarnings(localPath)
      return { planId: deps.plans.add(pending), localPath, items, downloadBytes, uploadBytes, warnings }
    },
    async agree(planId) {
      const { signature, ...pending } = deps.plans.take(planId)
      await check(pending.connectionId, pending.folder, pending.localPath)
      const signal = new AbortController().signal
      const remote = await remoteOf(pending.connectionId, pending.folder, signal)
      const now = await previewSync(pending.localPath, remote, signal)
      if (now.signature !== signature) throw new AppError('conflict', PLAN_AGAIN)
      return { id: randomUUID(), ...pending, paused: false }
    },
  }
}
