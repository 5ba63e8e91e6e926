import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Workspace, WorkspaceFile } from '#shared/contract/workspace.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Clock } from '#services/ports.ts'
import type { Emit, Logger, Sessions } from '#services/types.ts'
import type { LogLine } from '../base/store.ts'
import { ignoreRules, type IgnoreRules } from '../core/ignoreRules.ts'
import { IGNORE_FILE } from '../core/names.ts'
import { isMissing } from '../local/hash.ts'
import type { TrashEntry } from '../local/trash.ts'
import type { ConnectRemote } from '../remote/choose.ts'
import type { WorkspaceRecord } from '../workspaces/records.ts'
import { openBench } from './bench.ts'
import { conflictDetail } from './conflictDetail.ts'
import type { Session } from './context.ts'
import { scanLocal, type ScanInput } from './cycle.ts'
import { createFailures } from './failures.ts'
import { proceed, readHalt, restore } from './halts.ts'
import { createHold } from './hold.ts'
import { createLink } from './link.ts'
import { createLoop } from './loop.ts'
import { resolveConflict, type Resolution } from './resolve.ts'
import { restoreFromTrash } from './restoreTrash.ts'
import { createSettler } from './settler.ts'
import { createSuspects } from './suspects.ts'
import { present } from './status.ts'
import type { Timing } from './timing.ts'
import { createMutex, createTrigger, throttle } from './trigger.ts'

export interface EngineDeps {
  record: WorkspaceRecord
  stateDir: string
  sessions: Sessions
  clock: Clock
  emit: Emit
  log: Logger
  timing: Timing
  connect: ConnectRemote
  watch: boolean
}

/** Keeps one folder and one template in step until it is closed. */
export interface Engine {
  start(): void
  close(): Promise<void>
  view(): Workspace
  files(): WorkspaceFile[]
  recentLog(): LogLine[]
  syncNow(): void
  setPaused(paused: boolean): void
  conflict(path: string): ReturnType<typeof conflictDetail>
  resolve(resolution: Resolution): Promise<void>
  answerHalt(answer: 'proceed' | 'restore'): Promise<void>
  trash(): Promise<TrashEntry[]>
  restoreTrash(entry: string): Promise<void>
}

const LOG_LINES = 500

export function createEngine(deps: EngineDeps): Engine {
  const { record, timing, clock, log, emit } = deps
  const closing = new AbortController()
  const trigger = createTrigger()
  const exclusive = createMutex()
  const changed = throttle(() => emit('workspace.changed', { id: record.id }), timing.eventEvery)
  const bench = openBench({ root: record.localPath, stateDir: deps.stateDir, timing, clock, log, onChange: changed })
  // Waiting times must not follow a clock that is set.
  const now = (): number => performance.now()
  const memory = {
    failures: createFailures(timing, now),
    localSettler: createSettler(timing.deleteSettle, now),
    remoteSettler: createSettler(timing.deleteSettle, now),
    remoteVersion: null,
  }
  const suspects = createSuspects(now)
  const hold = createHold({
    layout: bench.layout,
    template: record.templateName,
    watch: deps.watch,
    onTaken: () => bench.trash.expire(),
    onHint(path) {
      suspects.add(path)
      trigger.fire()
    },
    onTrouble(error) {
      log.warn('folder hints stopped, scanning instead', { workspace: record.id, error })
      suspects.all()
      trigger.fire()
    },
  })
  const link = createLink({
    record,
    temp: bench.layout.temp,
    sessions: deps.sessions,
    timing,
    connect: deps.connect,
    trigger,
  })
  const scanInput = async (signal: AbortSignal): Promise<ScanInput> => ({
    ignores: await readIgnores(record.localPath),
    takeSuspects: suspects.take,
    signal,
  })
  const loop = createLoop({
    record,
    bench,
    memory,
    hold,
    link,
    trigger,
    exclusive,
    scanInput,
    closing,
    emit,
    changed,
    log,
  })
  /** Work of a person's click: after the running cycle, with the server at hand, and followed by a new cycle. */
  const act = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
    exclusive(async () => {
      const remote = await link.remote(closing.signal)
      if (!remote) throw new AppError('unauthorized', '这个工作区的连接没有登录，请先登录')
      await hold.take()
      return work({ ...bench, remote, signal: closing.signal, local: new Map() })
    })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'unauthorized') link.expire()
        throw error
      })
      .finally(() => {
        changed()
        trigger.fire()
      })

  return {
    start: () => loop.start(),
    async close() {
      closing.abort()
      link.close()
      await loop.ended()
      await exclusive(async () => {
        await hold.release()
        bench.store.close()
      })
      changed.cancel()
    },
    view: () => present(record, bench, loop.status()),
    files: () => bench.states.list(),
    recentLog: () => bench.store.recentLog(LOG_LINES),
    syncNow() {
      memory.failures.forgive()
      suspects.all()
      trigger.fire()
    },
    setPaused: (paused) => loop.setPaused(paused),
    conflict: (path) => act((session) => conflictDetail(session, path)),
    resolve: (resolution) => act((session) => resolveConflict(session, resolution)),
    async answerHalt(answer) {
      const halt = readHalt(bench.store)
      if (!halt) throw new AppError('not-found', '这次安全停止已经处理过了')
      // A missing folder becomes an empty one, which can be locked and synced.
      await mkdir(record.localPath, { recursive: true })
      if (answer === 'proceed') return exclusive(async () => proceed(bench.store, halt)).finally(() => trigger.fire())
      await act(async (session) => {
        const remote = await session.remote.list(session.signal)
        const scan = await scanLocal(session, await scanInput(session.signal))
        await restore(session, { base: bench.store.tree, local: scan.tree, remote: remote.tree }, halt)
      })
    },
    trash: () => bench.trash.list(),
    restoreTrash: (entry) => exclusive(() => restoreFromTrash(bench, entry)).finally(() => trigger.fire()),
  }
}

async function readIgnores(root: string): Promise<IgnoreRules> {
  const own = await readFile(join(root, IGNORE_FILE), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return ''
    throw error
  })
  return ignoreRules(own)
}
