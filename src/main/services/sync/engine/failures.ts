import { AppError } from '#shared/errors/index.ts'
import { errnoOf } from '../local/hash.ts'
import { retryPause, type Timing } from './timing.ts'

/** Errors that end a cycle: every other file would fail the same way. */
const STOPPING_CODES: readonly string[] = [
  'no-response',
  'timeout',
  'unavailable',
  'unauthorized',
  'bad-certificate',
  'too-many',
]
export const stopsCycle = (error: unknown): error is AppError =>
  error instanceof AppError && STOPPING_CODES.includes(error.code)

/** The target differs from what the plan expected: not a failure, plan again. */
export const requiresNewPlan = (error: unknown): boolean => error instanceof AppError && error.code === 'conflict'

/** The server will never accept these bytes; sending them again is useless (413, 415). */
export const isPermanent = (error: unknown): boolean =>
  error instanceof AppError && ['too-large', 'unsupported'].includes(error.code)

/** A file system error in plain words; AppErrors stay unchanged. */
export function explain(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = errnoOf(error)
  const message = MESSAGES[code] ?? `文件操作失败（${code || '未知原因'}），稍后重试`
  return new AppError(code === 'ENOSPC' ? 'no-space' : BUSY_CODES.includes(code) ? 'locked' : 'internal', message, {
    cause: error,
  })
}

const BUSY_CODES = ['EBUSY', 'EPERM', 'ETXTBSY']
const IN_USE = '文件被其他程序占用，稍后重试'
const MESSAGES: Record<string, string> = {
  EBUSY: IN_USE,
  EPERM: IN_USE,
  ETXTBSY: IN_USE,
  EACCES: '没有权限读写该文件，请检查文件夹权限',
  EROFS: '磁盘为只读，无法写入',
  ENOSPC: '磁盘空间不足，请清理后重试',
  EDQUOT: '磁盘配额已用完，请清理后重试',
  ERR_SQLITE_ERROR: '无法保存同步数据，请检查磁盘空间，稍后自动重试',
  ENAMETOOLONG: '名称或路径太长，请缩短',
}

interface Failure {
  /** Identifies what was tried: another content is tried at once. */
  attempt: string
  count: number
  notBefore: number
  state: 'waiting' | 'failed'
  reason: string
}

/** Remembers which files failed: each is retried separately and delays no other (S31, S35). */
export interface Failures {
  /** The failure because of which this attempt must wait; null when it may be made. */
  find(path: string, attempt: string): Failure | null
  /** permanent: the same content would fail again; it is retried when it changes or on request. */
  add(path: string, attempt: string, state: Failure['state'] | 'permanent', reason: string): void
  clear(path: string): void
  /** Forgets paths that are no longer planned, so that they cause no wake-ups. */
  retainOnly(planned: Iterable<string>): void
  /** ms until the next retry, at least the first delay; null when none is due. */
  nextRetryInMs(): number | null
  /** Allows all retries at once (立即同步). */
  allowRetries(): void
}

const toDisplayState = (state: Failure['state'] | 'permanent'): Failure['state'] =>
  state === 'permanent' ? 'failed' : state

export function createFailures(timing: Timing, now: () => number): Failures {
  const failures = new Map<string, Failure>()
  return {
    find(path, attempt) {
      const failure = failures.get(path)
      return failure?.attempt === attempt && failure.notBefore > now() ? failure : null
    },
    add(path, attempt, state, reason) {
      const before = failures.get(path)
      const count = before?.attempt === attempt ? before.count + 1 : 1
      const pause = state === 'permanent' ? Infinity : retryPause(timing, count)
      failures.set(path, { attempt, count, notBefore: now() + pause, state: toDisplayState(state), reason })
    },
    clear(path) {
      failures.delete(path)
    },
    retainOnly(planned) {
      const paths = new Set(planned)
      for (const path of failures.keys()) if (!paths.has(path)) failures.delete(path)
    },
    nextRetryInMs() {
      // A retry that was due but not tried in this cycle (a deletion after a failed upload) waits for the next cycle.
      const pauses = [...failures.values()].map(({ notBefore, count }) => {
        const left = notBefore - now()
        return left > 0 ? left : retryPause(timing, count)
      })
      const next = Math.min(...pauses)
      return Number.isFinite(next) ? Math.max(timing.retryFirst, next) : null
    },
    allowRetries() {
      for (const failure of failures.values()) failure.notBefore = 0
    },
  }
}
