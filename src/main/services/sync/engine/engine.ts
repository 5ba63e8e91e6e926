import { templateErrors } from './templateErrors.ts'
import { hostname } from 'node:os'
import type { UploadedFile } from '#shared/contract/host.ts'
import type { Halt, PlanItem, Transferred, Workspace, WorkspaceFile } from '#shared/contract/workspace.ts'
import { AppError } from '#shared/errors/index.ts'
import { Mutex } from '#shared/util/mutex.ts'
import type { Clock } from '#services/ports.ts'
import type { Emit, Logger, Sessions } from '#services/types.ts'
import type { Cause, StoredMoment } from '../base/moments.ts'
import type { LogLine, LogQuery, SyncLog } from '../base/log.ts'
import { isReserved } from '../core/names.ts'
import type { SyncTrees } from '../core/syncTrees.ts'
import type { Tree } from '../core/tree.ts'
import { gitHeadOf } from '../local/git.ts'
import type { TrashEntry } from '../local/trash.ts'
import type { WatchFolder } from '../local/watcher.ts'
import type { ConnectRemote } from '../remote/choose.ts'
import type { SeenStore } from '../remote/seen.ts'
import type { FindLiveSites } from '../liveSites.ts'
import type { ListTemplates } from '../templates.ts'
import type { WorkspaceRecord } from '../records.ts'
import { openWorkspaceContext } from './workspaceContext.ts'
import { conflictDetail } from './conflictDetail.ts'
import { note, type Session } from './context.ts'
import { createDurable } from './durable.ts'
import { editedFolder, type EditedFolder } from './editedFolder.ts'
import { createFailures } from './failures.ts'
import { createGitWait } from './gitWait.ts'
import { isAbout, openStops, proceed, readHalt, readHeld, restore, writeStops } from './halts.ts'
import { createIdentity } from './identity.ts'
import { createFolderLease } from './folderLease.ts'
import { beginMoment, momentFile, momentFiles, pruneHistory, putBack } from './history.ts'
import { previewIgnores, readIgnoreFile, saveIgnoreFile } from './ignoreFile.ts'
import { createLink } from './link.ts'
import { isLeftAlone } from './look.ts'
import { createLoop } from './loop.ts'
import { settledPlan, syncOnce, type OnceOptions } from './once.ts'
import { createPace } from './pace.ts'
import { resolveConflict, type Resolution } from './resolve.ts'
import { restoreFromTrash, restoreMoment } from './restoreTrash.ts'
import { createSettler } from './settler.ts'
import { present } from './status.ts'
import type { Timing } from './timing.ts'
import { throttle, type EngineTime } from './trigger.ts'

export interface EngineDeps {
  record: WorkspaceRecord
  /** See LoopDeps. */
  looksPaused: boolean
  stateDir: string
  sessions: Sessions
  clock: Clock
  emit: Emit
  log: Logger
  timing: Timing
  connect: ConnectRemote
  seen: SeenStore
  watch: WatchFolder | null
  time: EngineTime
  liveSites: FindLiveSites
  templates: ListTemplates
}

/** Keeps one folder and one template in step until it is closed. */
export interface Engine {
  start(): void
  close(): Promise<void>
  view(): Workspace
  files(): WorkspaceFile[]
  recentLog(): LogLine[]
  logPage(query: LogQuery): ReturnType<SyncLog['page']>
  ignoreFile(): ReturnType<typeof readIgnoreFile>
  previewIgnores(text: string): ReturnType<typeof previewIgnores>
  saveIgnoreFile(text: string, hash: string): Promise<void>
  /** The folder, for who edits files in it. */
  folder(): EditedFolder
  syncNow(): void
  setPaused(paused: boolean): void
  /** One sync that is waited for, also while paused. */
  once(options: OnceOptions): Promise<Transferred>
  conflict(path: string): ReturnType<typeof conflictDetail>
  resolve(resolution: Resolution): Promise<void>
  /** What both sides last agreed on. */
  base(): Tree
  halt(): { halt: Halt | null; items: PlanItem[] }
  answerHalt(answer: 'proceed' | 'restore', signature: string): Promise<void>
  trash(): Promise<TrashEntry[]>
  moments(): StoredMoment[]
  momentFiles(moment: string): ReturnType<typeof momentFiles>
  momentFile(moment: string, path: string): ReturnType<typeof momentFile>
  putBack(moment: string, paths: readonly string[]): ReturnType<typeof putBack>
  restoreTrash(entry: string): Promise<void>
  restoreMoment(moment: string): ReturnType<typeof restoreMoment>
}

const LOG_LINES = 500
const NO_FOLDER = '本地文件夹不见了，服务器上的文件都没有动：请把它移回原处后重新检查，或选择新位置，或断开同步'
const LIVE_ONLY = '本地的修改没有上传，可以同意上传，或暂停同步'
const LOOK_AGAIN = '文件在您查看之后又有变化，请看过新的清单再决定'
const GIT_GIVEN_UP = 'git 的 index.lock 超过一分钟还在（可能是中断的 git 留下的），不再等待，继续同步'

/**
 * @param seenFolder what was seen of the folder when its plan was agreed to. Not one of `deps`, which live as long as the engine:
 * it is as large as the engine's own trees
 */
export function createEngine(deps: EngineDeps, seenFolder: SyncTrees | null): Engine {
  const { record, timing, clock, log, emit } = deps
  const closing = new AbortController()
  const trigger = deps.time.createTrigger()
  const mutex = new Mutex()
  const exclusive = <T>(work: () => Promise<T>): Promise<T> => mutex.run(work)
  const changed = throttle(() => emit('workspace.changed', { id: record.id }), timing.eventEvery)
  const bench = openWorkspaceContext({
    root: record.localPath,
    template: record.folder,
    stateDir: deps.stateDir,
    timing,
    sleep: deps.time.sleep,
    clock,
    log,
    onChange: changed,
    self: () => [deps.sessions.nameOf?.(record.connectionId) ?? '', `（${hostname()}）`].join(''),
    seenFolder,
  })
  const { now } = deps.time
  const memory = {
    failures: createFailures(timing, now),
    localSettler: createSettler(timing.deleteSettle, now),
    remoteSettler: createSettler(timing.deleteSettle, now),
  }
  const durable = createDurable(bench, deps.time.sleep)
  /** Somebody else than the folder has news: the server is to be asked. */
  const attend = (): void => {
    loop.attend()
    trigger.fire()
  }
  const hold = createFolderLease({
    layout: bench.layout,
    template: record.templateName,
    watch: deps.watch,
    countFiles: () => Math.max(bench.trees.files.base, bench.trees.files.local),
    ignores: (path, kind) => bench.local.ignores(path, kind),
    async onTaken(watcher) {
      await bench.trash.expire()
      await pruneHistory(bench)
      await durable.recover()
      bench.local.useWatcher(watcher)
    },
    onHint(disk) {
      if (isReserved(disk)) return
      bench.local.hint(disk)
      if (!isLeftAlone(bench.local, disk)) bench.heard.hint()
      trigger.fire()
    },
    onFollowed(folder) {
      bench.local.hintFolder(folder)
      trigger.fire()
    },
    onTrouble(error) {
      log.warn('folder hints stopped, scanning instead', { workspace: record.id, error })
      bench.local.hintAll(true)
      attend()
    },
  })
  const link = createLink({
    record,
    seen: deps.seen,
    sessions: deps.sessions,
    timing,
    connect: deps.connect,
    attend,
    exclusive,
    time: deps.time,
    liveSites: deps.liveSites,
    identity: createIdentity(bench.store, record.folder, deps.templates),
  })
  const loop = createLoop({
    record,
    looksPaused: deps.looksPaused,
    bench,
    memory,
    hold,
    link,
    trigger,
    pace: createPace(timing, now),
    git: createGitWait(record.localPath, timing.gitLongest, now, () => note(bench, 'warning', '.git', GIT_GIVEN_UP)),
    sleep: (ms) => deps.time.sleep(ms, closing.signal),
    exclusive,
    durable,
    now,
    closing,
    emit,
    changed,
    log,
  })
  /** Work of a person's click: after the running cycle, with the server at hand, and followed by a new cycle. */
  const act = <T>(cause: Cause, work: (session: Session) => Promise<T>): Promise<T> =>
    exclusive(async () => {
      const remote = await link.remote(closing.signal)
      if (!remote?.changes) remote?.refresh?.()
      if (!remote) throw new AppError('unauthorized', '这个工作区的连接没有登录，请先登录')
      if (!(await hold.take())) throw new AppError('not-found', NO_FOLDER)
      beginMoment(bench, cause)
      const uploaded: UploadedFile[] = []
      const done = await work({ ...bench, remote, signal: closing.signal, uploaded })
      // The next cycle finds both sides equal and emits nothing, so the change is announced here.
      if (uploaded.length > 0) emit('template.changed', { folder: record.folder, uploaded })
      return done
    })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'unauthorized') link.expire()
        throw error
      })
      .finally(() => {
        changed()
        attend()
      })

  const wakes = onWake(() => {
    bench.local.hintAll()
    attend()
  })
  return {
    start: () => loop.start(),
    async close() {
      closing.abort()
      clearInterval(wakes)
      link.close()
      await loop.ended()
      await durable.ended()
      await exclusive(async () => {
        await hold.release()
        bench.store.close()
      })
      changed.cancel()
    },
    view: () => present(record, bench, loop.status()),
    files: () => bench.states.list(),
    recentLog: () => bench.store.log.recent(LOG_LINES),
    logPage: (query) => bench.store.log.page(query),
    ignoreFile: () => readIgnoreFile(bench),
    previewIgnores: (text) => previewIgnores(bench, text),
    saveIgnoreFile: (text, hash) => saveIgnoreFile(bench, text, hash).finally(attend),
    folder: () => editedFolder(bench),
    syncNow() {
      // In order, every file's stamp and the server's changes say all; the hourly look reads every byte.
      const isInOrder = loop.status().state === 'idle' && memory.failures.next() === null
      memory.failures.forgive()
      bench.local.hintAll(!isInOrder)
      if (!isInOrder) bench.remoteTree.forget()
      link.refresh()
      attend()
    },
    setPaused: (paused) => loop.setPaused(paused),
    once: (options) =>
      act('transfer', (session) =>
        syncOnce(
          {
            session,
            memory,
            liveSites: () => link.liveSites(session.signal),
            sleep: (ms) => deps.time.sleep(ms, closing.signal),
          },
          options,
        ),
      ),
    conflict: (path) => act('resolve', (session) => conflictDetail(session, path)),
    resolve: (resolution) => act('resolve', (session) => resolveConflict(session, resolution)),
    base: () => bench.trees.tree('base'),
    halt: () => ({ halt: readHalt(bench.store), items: readHeld(bench.store) }),
    async answerHalt(answer, signature) {
      const halt = readHalt(bench.store)
      if (!halt) throw new AppError('not-found', '这次安全停止已经过去了，同步已继续')
      if (halt.kind === 'local-root-missing') throw new AppError('rejected', NO_FOLDER)
      if ((halt.kind === 'live-template' || halt.kind === 'template-errors') && answer === 'restore')
        throw new AppError('rejected', LIVE_ONLY)
      // The answer covers files, not a count: the plan is made again, with what is being written just now, and only its
      // files are agreed to.
      await act('halt', async (session) => {
        const { sides, plan, look } = await settledPlan({ session, sleep: (ms) => deps.time.sleep(ms, closing.signal) })
        const stops = await openStops({
          store: bench.store,
          sides,
          plan,
          files: session.trees.files,
          rootMissing: look.rootMissing,
          git: await gitHeadOf(session.layout.root),
          liveSites: () => link.liveSites(session.signal),
          templateErrors: () => templateErrors(session),
        })
        const [stop] = stops
        if (!stop || !isAbout(stop, signature)) {
          writeStops(bench.store, stops)
          throw new AppError('conflict', stop ? LOOK_AGAIN : '引起这次停止的原因已经没有了，同步已继续')
        }
        if (answer === 'proceed') proceed(bench.store, stop)
        else await restore(session, sides, stop)
      })
    },
    trash: () => bench.trash.list(),
    moments: () => bench.store.moments.list(),
    momentFiles: (moment) => momentFiles(bench, moment),
    momentFile: (moment, path) => exclusive(() => momentFile(bench, moment, path)),
    putBack: (moment, paths) => exclusive(() => putBack(bench, moment, paths)).finally(attend),
    restoreMoment: (moment) => exclusive(() => restoreMoment(bench, moment)).finally(attend),
    restoreTrash: (entry) => exclusive(() => restoreFromTrash(bench, entry)).finally(attend),
  }
}

/** How often is looked whether the machine slept, and how far its two clocks may differ until then, ms. */
const WAKE_EVERY = 20_000
const WAKE_GAP = 10_000

/** S4: after the machine slept, or its clock was set, nobody knows what came without a hint. */
function onWake(woken: () => void): NodeJS.Timeout {
  const gap = (): number => Date.now() - performance.now()
  let before = gap()
  const look = (): void => {
    const now = gap()
    if (Math.abs(now - before) > WAKE_GAP) woken()
    before = now
  }
  return setInterval(look, WAKE_EVERY).unref()
}
