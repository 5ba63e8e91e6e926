import type { ApiClient } from '../types.ts'
import type { UploadEvent } from './core/state.ts'
import type { EngineDeps } from './engineTypes.ts'
import type { CircuitBreakers } from './circuitBreakers.ts'
import type { Task } from './task.ts'

const DISCONNECTED = '这个上传所属的连接已被删除，请取消它，然后在其他连接中重新上传'
export const UNREACHABLE = '连接不上服务器，恢复后会自动继续上传'

export interface Hindrance {
  /** What becomes of the upload meanwhile; null: nothing. */
  event: UploadEvent | null
  /** When to look again, epoch ms; Infinity: when something changes. */
  due: number
}

/** Why an upload can't go now; the client with which it goes when it can. */
export function hindranceOf(
  { record, notBefore }: Task,
  around: Pick<EngineDeps, 'knows' | 'clientOf'>,
  gates: CircuitBreakers,
): Hindrance | ApiClient {
  if (!around.knows(record)) return { event: { type: 'fail', message: DISCONNECTED, retry: false }, due: Infinity }
  const client = around.clientOf(record)
  if (!client) {
    const message = `等待“${record.username}”登录，登录后自动继续上传`
    return { event: { type: 'hold', reason: 'signed-out', message }, due: Infinity }
  }
  if (notBefore > Date.now()) return { event: null, due: notBefore }
  const due = gates.admits(record.connectionId, record.id, Date.now())
  if (due === 0) return client
  return { event: { type: 'hold', reason: 'unreachable', message: UNREACHABLE }, due }
}
