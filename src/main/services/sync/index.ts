import type { HostHandlers } from '#shared/contract/bridge.ts'
import { AppError } from '#shared/errors/index.ts'
import { Mutex } from '#shared/util/mutex.ts'
import { mkdir, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Clock, Shell } from '../ports.ts'
import type { Emit, Grants, Logger, Sessions } from '../types.ts'
import type { SyncTrees } from './core/syncTrees.ts'
import { createEngine, type Engine } from './engine/engine.ts'
import type { EditedFolder } from './engine/editedFolder.ts'
import { layoutOf, returnTrash } from './local/layout.ts'
import { watchFolder } from './local/watchFolder.ts'
import type { WatchFolder } from './local/watcher.ts'
import { TIMING, type Timing } from './engine/timing.ts'
import { REAL_TIME, type EngineTime } from './engine/trigger.ts'
import { connectRemote, type ConnectRemote } from './remote/choose.ts'
import { createSeenStore } from './remote/seen.ts'
import { createConnecting } from './workspaces/connect.ts'
import { listTemplates, type ListTemplates } from './templates.ts'
import { findLiveSites, type FindLiveSites, findSite, type FindSite } from './liveSites.ts'
import { createProposals } from './workspaces/proposal.ts'
import { createPlans } from './workspaces/plans.ts'
import { forgetBase, openRecords, stateDirOf, type WorkspaceRecord } from './records.ts'

export interface SyncDeps {
  dataDir: string
  sessions: Sessions
  grants: Grants
  /** Refuses folders that the administrator does not allow; default: none is refused. */
  allow?: (path: string) => void
  shell: Shell
  clock: Clock
  emit: Emit
  log: Logger
}
/** What tests change: shorter times, a server in memory, no watcher or another one. */
export interface SyncOptions {
  timing?: Partial<Timing>
  connect?: ConnectRemote
  watch?: boolean | WatchFolder
  time?: EngineTime
  liveSites?: FindLiveSites
  siteOf?: FindSite
  templates?: ListTemplates
  /** Where folders are proposed. */
  home?: string
}

export interface SyncService {
  handlers: HostHandlers<'workspaces'>
  /** The folder of a workspace, for the built-in editor. Error: not-found. */
  folderOf(id: string): EditedFolder
  /** The connected workspaces, by the names of their templates. */
  workspaces(): { id: string; name: string }[]
  /** Goes on with the workspaces of earlier runs; `resting`: opens them paused, which is not kept. */
  start(options?: { resting?: boolean }): Promise<void>
  /** Ends the resting of start(). */
  goOn(): Promise<void>
  /** Ends running cycles and gives the folders free. */
  close(): Promise<void>
}

/** Two-way sync between templates and folders of this machine (sync-rules.md). */
export function createSyncService(deps: SyncDeps, options: SyncOptions = {}): SyncService {
  const { dataDir, sessions, clock, emit, log } = deps
  const timing: Timing = { ...TIMING, ...options.timing }
  const connect = options.connect ?? connectRemote
  const liveSites = options.liveSites ?? findLiveSites
  const records = openRecords(dataDir, log)
  const allow = deps.allow ?? (() => undefined)
  const engines = new Map<string, Engine>()
  const seen = createSeenStore(join(dataDir, 'sync', 'seen'))
  const mutex = new Mutex()
  const connecting = createConnecting({
    dataDir,
    sessions,
    grants: deps.grants,
    allow,
    plans: createPlans(() => clock.now().getTime()),
    timing,
    connect,
    seen,
    liveSites,
    siteOf: options.siteOf ?? findSite,
    proposals: createProposals({
      file: join(dataDir, 'sync', 'places.json'),
      home: options.home ?? homedir(),
      log,
    }),
    records: () => records.read(),
    baseOf: (id) => find(id).base(),
  })
  const open = (record: WorkspaceRecord, seenFolder: SyncTrees | null = null, rests = false): Engine => {
    const stateDir = stateDirOf(dataDir, record.id)
    const { watch = true } = options
    const time = options.time ?? REAL_TIME
    const engine = createEngine(
      {
        record: { ...record, paused: rests || record.paused },
        looksPaused: !rests,
        stateDir,
        sessions,
        clock,
        emit,
        log,
        timing,
        connect,
        seen,
        watch: watch === true ? watchFolder : watch || null,
        time,
        liveSites,
        templates: options.templates ?? listTemplates,
      },
      seenFolder,
    )
    engines.set(record.id, engine)
    engine.start()
    return engine
  }
  /** A workspace of earlier days in a folder that is no longer allowed rests; going on says why. */
  const isAllowed = (record: WorkspaceRecord): boolean => {
    try {
      allow(record.localPath)
      return true
    } catch (error) {
      log.warn('workspace rests', { workspace: record.id, error })
      return false
    }
  }
  const find = (id: string): Engine => {
    const engine = engines.get(id)
    if (!engine) throw new AppError('not-found', '这个工作区已经断开，请刷新列表')
    return engine
  }
  /** A workspace whose folder was moved goes on in the new one; what was agreed on holds for its own folder only. */
  const leaveOldPlace = async (id: string, forget: boolean): Promise<void> => {
    await find(id).close()
    engines.delete(id)
    if (forget) await forgetBase(stateDirOf(dataDir, id))
  }
  const setPaused = async (id: string, paused: boolean) => {
    const engine = find(id)
    if (!paused) for (const record of await records.read()) if (record.id === id) allow(record.localPath)
    await records.update((all) => all.map((record) => (record.id === id ? { ...record, paused } : record)))
    engine.setPaused(paused)
    return engine.view()
  }
  const handlers: HostHandlers<'workspaces'> = {
    'workspaces.list': async () => [...engines.values()].map((engine) => engine.view()),
    'workspaces.propose': (input) => connecting.propose(input),
    'workspaces.plan': (input) => connecting.plan(input),
    // One at a time: two plans for the same folder must not both be accepted.
    'workspaces.connect': ({ planId }) =>
      mutex.run(async () => {
        const { record, moved, seenFolder } = await connecting.agree(planId)
        if (moved) await leaveOldPlace(record.id, moved.forget)
        await records.update((all) => [...all.filter(({ id }) => id !== record.id), record])
        return open(record, seenFolder).view()
      }),
    async 'workspaces.detail'({ id }) {
      const engine = find(id)
      return { workspace: engine.view(), files: engine.files(), log: engine.recentLog() }
    },
    async 'workspaces.log'({ id, key, level, page, size }) {
      const { lines, total } = find(id).logPage({ key, level, page, size })
      return { content: lines, totalElements: total, totalPages: Math.ceil(total / size) }
    },
    'workspaces.ignoreFile': ({ id }) => find(id).ignoreFile(),
    'workspaces.previewIgnores': async ({ id, text }) => find(id).previewIgnores(text),
    async 'workspaces.saveIgnoreFile'({ id, text, hash }) {
      await find(id).saveIgnoreFile(text, hash)
      return null
    },
    'workspaces.conflict': async ({ id, path }) => find(id).conflict(path),
    async 'workspaces.resolve'({ id, ...resolution }) {
      await find(id).resolve(resolution)
      return null
    },
    async 'workspaces.syncNow'({ id }) {
      find(id).syncNow()
      return null
    },
    'workspaces.transfer': ({ id, ...options }) => find(id).once(options),
    'workspaces.pause': ({ id }) => setPaused(id, true),
    'workspaces.resume': ({ id }) => setPaused(id, false),
    'workspaces.halt': async ({ id }) => find(id).halt(),
    async 'workspaces.answerHalt'({ id, answer, signature }) {
      await find(id).answerHalt(answer, signature)
      return find(id).view()
    },
    async 'workspaces.disconnect'({ id }) {
      const engine = find(id)
      const { localPath } = engine.view()
      engines.delete(id)
      await engine.close()
      await records.update((all) => all.filter((record) => record.id !== id))
      const stateDir = stateDirOf(dataDir, id)
      // S20: the trash stays in the workspace's folder; if that is not reachable, it stays in the state folder.
      if (await returnTrash(layoutOf(localPath, stateDir))) await rm(stateDir, { recursive: true, force: true })
      else await forgetBase(stateDir)
      return null
    },
    async 'workspaces.reveal'({ id }) {
      await deps.shell.revealFolder(find(id).view().localPath)
      return null
    },
    'workspaces.trash': ({ id }) => find(id).trash(),
    'workspaces.moments': async ({ id }) =>
      find(id)
        .moments()
        .map(({ id: moment, ...rest }) => ({ moment, ...rest })),
    'workspaces.momentFiles': ({ id, moment }) => find(id).momentFiles(moment),
    'workspaces.momentFile': ({ id, moment, path }) => find(id).momentFile(moment, path),
    'workspaces.putBack': ({ id, moment, paths }) => find(id).putBack(moment, paths),
    'workspaces.restoreMoment': ({ id, moment }) => find(id).restoreMoment(moment),
    async 'workspaces.restoreTrash'({ id, entry }) {
      await find(id).restoreTrash(entry)
      return null
    },
  }
  return {
    handlers,
    folderOf: (id) => find(id).folder(),
    workspaces: () =>
      [...engines.values()].map((engine) => {
        const { id, templateName: name } = engine.view()
        return { id, name }
      }),
    async start({ resting = false } = {}) {
      await mkdir(dataDir, { recursive: true })
      await seen.clear()
      for (const record of await records.read()) {
        try {
          open(record, null, resting || !isAllowed(record))
        } catch (error) {
          log.error('workspace could not be opened', { workspace: record.id, error })
        }
      }
    },
    async goOn() {
      for (const record of await records.read())
        if (!record.paused && isAllowed(record)) engines.get(record.id)?.setPaused(false)
    },
    async close() {
      await Promise.all([...engines.values()].map((engine) => engine.close()))
      engines.clear()
    },
  }
}
