import type { HostHandlers } from '#shared/contract/bridge.ts'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Clock, Shell } from '../ports.ts'
import type { Emit, Grants, Logger, Sessions } from '../types.ts'
import { createEditedFolder, type EditedFolder } from './engine/editedFolder.ts'
import { TIMING, type Timing } from './engine/timing.ts'
import { REAL_TIME, type EngineTime } from './engine/trigger.ts'
import { workspaceHandlers } from './handlers.ts'
import { findLiveSites, type FindLiveSites, findSite, type FindSite } from './liveSites.ts'
import { watchFolder } from './local/watchFolder.ts'
import type { WatchFolder } from './local/watcher.ts'
import { openRecords } from './records.ts'
import { connectRemote, type ConnectRemote } from './remote/connectRemote.ts'
import { createListingCaches } from './remote/listingCache.ts'
import { listTemplates, type ListTemplates } from './templates.ts'
import { WorkspaceConnector } from './workspaces/connect.ts'
import { OpenWorkspaces } from './workspaces/openWorkspaces.ts'
import { createPlans } from './workspaces/plans.ts'
import { createProposals } from './workspaces/proposals.ts'

interface SyncDeps {
  dataDir: string
  sessions: Sessions
  grants: Grants
  /** Throws for folders that the administrator does not allow; default: allows all. */
  allow?: (path: string) => void
  shell: Shell
  clock: Clock
  emit: Emit
  log: Logger
}
/** Replacements for tests: shorter times, an in-memory server, another watcher or none. */
export interface SyncOptions {
  timing?: Partial<Timing>
  connect?: ConnectRemote
  watch?: boolean | WatchFolder
  time?: EngineTime
  liveSites?: FindLiveSites
  siteOf?: FindSite
  templates?: ListTemplates
  /** Parent of proposed folders. */
  home?: string
}

export interface SyncService {
  handlers: HostHandlers<'workspaces'>
  /** The folder of a workspace for the built-in editor. Error: not-found. */
  folderOf(id: string): EditedFolder
  /** The connected workspaces with the names of their templates. */
  workspaces(): { id: string; name: string }[]
  /** Opens the workspaces of earlier runs; `resting` opens them paused without storing that. */
  start(options?: { resting?: boolean }): Promise<void>
  /** Resumes the workspaces that start() opened as resting. */
  resume(): Promise<void>
  /** Ends running cycles and releases the folders. */
  close(): Promise<void>
}

/** Two-way sync between templates and folders of this machine (sync-rules.md). */
export function createSyncService(deps: SyncDeps, options: SyncOptions = {}): SyncService {
  const { dataDir, clock, log, allow = () => undefined } = deps
  const { watch = true } = options
  const records = openRecords(dataDir, log)
  const listingCaches = createListingCaches(join(dataDir, 'sync', 'seen'))
  const common = {
    ...deps,
    allow,
    listingCaches,
    timing: { ...TIMING, ...options.timing },
    connect: options.connect ?? connectRemote,
    liveSites: options.liveSites ?? findLiveSites,
  }
  const workspaces = new OpenWorkspaces({
    ...common,
    records,
    watch: watch === true ? watchFolder : watch || null,
    time: options.time ?? REAL_TIME,
    templates: options.templates ?? listTemplates,
  })
  const home = options.home ?? homedir()
  const connecting = new WorkspaceConnector({
    ...common,
    plans: createPlans(() => clock.now().getTime()),
    siteOf: options.siteOf ?? findSite,
    proposals: createProposals({ file: join(dataDir, 'sync', 'places.json'), home, log }),
    records: () => records.read(),
    baseOf: (id) => workspaces.find(id).context.trees.copyTree('base'),
  })
  return {
    handlers: workspaceHandlers({ workspaces, connector: connecting, shell: deps.shell }),
    folderOf: (id) => createEditedFolder(workspaces.find(id).context),
    workspaces: () => workspaces.views().map(({ id, templateName: name }) => ({ id, name })),
    async start({ resting = false } = {}) {
      await mkdir(dataDir, { recursive: true })
      await listingCaches.clear()
      await workspaces.openAll(resting)
    },
    resume: () => workspaces.resumeAll(),
    close: () => workspaces.closeAll(),
  }
}
