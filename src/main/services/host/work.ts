import { AppError } from '#shared/errors/index.ts'
import { createDiagnostics } from '../diagnostics/index.ts'
import { unsavedTitles } from '../handlers/app.ts'
import { createFolderRule, toSettingRules } from '../policy/rules.ts'
import { createLivePreview } from '../preview/index.ts'
import { createSettings, type SettingsService } from '../dataFolder/settings.ts'
import { createSyncService, type SyncService } from '../sync/index.ts'
import { createTransfers } from '../transfers/index.ts'
import { UpdateService } from '../updates/service.ts'
import { readStarts, updatesFolder } from '../updates/starts.ts'
import { createUploadService } from '../uploads/index.ts'
import { currentClient, type Access } from './access.ts'
import type { Base } from './base.ts'

/** The user-facing services: sync, uploads, previews, updates. */
export type Work = ReturnType<typeof createWork>

export function createWork(base: Base, access: Access) {
  const settings = createHostSettings(base)
  const sync = createSync(base, access)
  const livePreview = createPreview(base, access, sync)
  const { ports, dataDir, log } = base
  const client = () => currentClient(access)
  const transfers = createTransfers({ ports, client, folderOf: sync.folderOf, dataDir, log })
  // Data that one session may read may be forbidden to another.
  access.sessions.onChange(() => transfers.invalidate())
  const uploads = createUploads(base, access, settings)
  /** Descriptions (Chinese) of work that ending the program would interrupt. */
  const describeRunningWork = async (): Promise<string[]> => {
    const { totals } = uploads.engine.list()
    const isSyncing = (await sync.handlers['workspaces.list']({})).some((each) => each.state === 'syncing')
    return [...(totals.active > 0 ? ['正在上传的文件'] : []), ...(isSyncing ? ['正在进行的本地同步'] : [])]
  }
  const updates = createHostUpdates(base, settings, describeRunningWork)
  const diagnostics = createDiagnostics({
    ...base,
    ...access,
    program: { version: base.version, host: ports.host, policies: base.report.set.map(({ name }) => name) },
    settings,
    sync,
    uploads: () => uploads.engine.list().totals,
    client: () => access.sessions.clientFor(access.sessions.currentConnectionId() ?? ''),
  })
  return { settings, sync, livePreview, transfers, uploads, working: describeRunningWork, updates, diagnostics }
}

const createHostSettings = ({ dataDir, emit, log, policies }: Base) =>
  createSettings({ dataDir, emit, log, managed: toSettingRules(policies) })

const createSync = ({ dataDir, grants, policies, ports, emit, log }: Base, { sessions }: Access): SyncService =>
  createSyncService({
    dataDir,
    sessions,
    grants,
    allow: createFolderRule(policies),
    shell: ports.shell,
    clock: ports.clock,
    emit,
    log: log.area('sync'),
  })

const createPreview = ({ dataDir, log }: Base, { ready, sessions, connections }: Access, sync: SyncService) =>
  createLivePreview({
    dataDir,
    async workspaceOf(id) {
      const found = (await sync.handlers['workspaces.list']({})).find((each) => each.id === id)
      if (!found) throw new AppError('not-found', '该工作区已断开')
      const { connectionId, folder } = found
      return { id, connectionId, folder, root: sync.folderOf(id).layout.root }
    },
    async clientOf(id) {
      await ready(id)
      return sessions.clientFor(id)
    },
    addressOf: (id) => connections.find(id)?.baseUrl ?? 'http://127.0.0.1/',
    log: log.area('preview'),
  })

function createUploads(base: Base, { sessions, connections, ready }: Access, settings: SettingsService) {
  const { dataDir, grants, events, ports, log, policies, options } = base
  return createUploadService({
    dataDir,
    sessions,
    hasConnection: (id) => connections.find(id) !== null,
    ready,
    grants,
    settings,
    events,
    ports,
    log: log.area('uploads'),
    mostMb: policies.UploadMaxFileMb,
    ...(options.uploadPatience ? { patience: options.uploadPatience } : {}),
  })
}

function createHostUpdates(base: Base, settings: SettingsService, working: () => Promise<string[]>) {
  const { ports, outgoing, dataDir, policies, version, state, emit, log } = base
  return new UpdateService({
    updater: ports.updater?.(outgoing, updatesFolder(dataDir)) ?? null,
    starts: readStarts(dataDir),
    address: policies.UpdateAddress ?? '',
    version,
    settings,
    now: () => ports.clock.now().getTime(),
    busy: async () => [...(await working()), ...unsavedTitles(state).map((title) => `未保存的内容：${title}`)],
    emit,
    log: log.area('updates'),
  })
}
