import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostEventMessage, Result } from '#shared/contract/bridge.ts'
import { AppError } from '#shared/errors/index.ts'
import { createApiClient } from './api/client.ts'
import { createApiInvoker } from './api/invoke.ts'
import { deviceIds } from './auth/deviceId.ts'
import { factsFile } from './auth/facts.ts'
import { resumeSessions } from './auth/resumeSessions.ts'
import { createSessions } from './auth/sessions.ts'
import { createSignIn } from './auth/signIn.ts'
import { createVault, type Vault } from './auth/vault.ts'
import { answersAt } from './backend/answersAt.ts'
import { createBackend } from './backend/backend.ts'
import { signInAgain } from './backend/signInAgain.ts'
import { BUILTIN, openConnections } from './connections.ts'
import { createConnectivity } from './connectivity.ts'
import { startControl } from './control/server.ts'
import { enterDataFormat } from './dataFormat.ts'
import { reportCrash } from './diagnostics/crashes.ts'
import { createDiagnostics } from './diagnostics/index.ts'
import { createDispatch } from './dispatch.ts'
import { accountOf } from './drafts/account.ts'
import { createDraftStore } from './drafts/store.ts'
import { createEvents } from './events.ts'
import { closeToOthers } from './files/closeToOthers.ts'
import { createFolders } from './folders.ts'
import { createGrants, type FileGrants } from './grants.ts'
import { appHandlers, type AppState, unsavedTitles } from './handlers/app.ts'
import { connectionHandlers } from './handlers/connections.ts'
import { desktopHandlers } from './handlers/desktop.ts'
import { folderHandlers } from './handlers/folders.ts'
import { networkHandlers } from './handlers/network.ts'
import { pageWindowHandlers } from './handlers/pageWindows.ts'
import { partsHandlers } from './handlers/parts.ts'
import { policyHandlers } from './handlers/policy.ts'
import { localDraftHandlers } from './handlers/localDrafts.ts'
import { sessionHandlers } from './handlers/session.ts'
import { settingsHandlers } from './handlers/settings.ts'
import { sheetHandlers } from './handlers/sheets.ts'
import { uploadHandlers } from './handlers/uploads.ts'
import { localFileHandlers } from './localFiles/index.ts'
import { createLog, logPath } from './log.ts'
import { createOutgoing } from './network/outgoing.ts'
import { openNetworkStore } from './networkStore.ts'
import { followNotices } from './notices/stream.ts'
import { loadPolicies } from './policy/read.ts'
import { folderRule, MANAGED_TEXT, networkRules, serverRules, settingRules, withoutKeychain } from './policy/rules.ts'
import type { Ports, SecretStore } from './ports.ts'
import { openSpool, type Spool } from './spool.ts'
import { createLivePreview } from './preview/index.ts'
import { createSettings, type SettingsService } from './settings.ts'
import { createSyncService } from './sync/index.ts'
import { createTransfers } from './transfers/index.ts'
import type { Media } from './transfers/media.ts'
import type { Previews } from './transfers/previews.ts'
import { createSheetDownloads } from './transfers/sheets.ts'
import { createWebPictures } from './transfers/webPictures.ts'
import type { ApiClient, Logger, SessionTold } from './types.ts'
import { createUpdates } from './updates/service.ts'
import type { HostOptions } from './hostOptions.ts'
import { readStarts, updatesFolder } from './updates/starts.ts'
import { createUploadService } from './uploads/index.ts'

/** The composed services, as the transports (Electron's IPC, loopback HTTP) see them. */
export interface Host {
  /** Runs one operation of the contract; never throws. */
  invoke(name: unknown, input: unknown): Promise<Result>
  /** Every event from now on, after what a new page can't ask for (the server is out of reach). Answers the way to stop. */
  subscribe(listener: (message: HostEventMessage) => void): () => void
  readonly grants: FileGrants
  /** Takes files that the page has no path of. */
  readonly spool: Spool
  /** Answers the page's requests below MEDIA_PATH. */
  readonly media: Media
  /** Answers requests below PREVIEW_PATH; whoever knows an address there may ask. */
  readonly previews: Previews
  /** Origin of the live previews, which the page may frame; '' for none. */
  livePreviewOrigin(): Promise<string>
  readonly log: Logger
  readonly settings: SettingsService
  /** Titles of unsaved work in a window's page, so that closing it can ask. @param window '': the main one */
  unsaved(window: string): readonly string[]
  /** Work that an end of the program would cut off, in Chinese. */
  working(): Promise<string[]>
  /** The computer woke up: asks the server now. */
  awake(): void
  /** Ends sync and the built-in server. */
  close(): Promise<void>
}

/** Builds all services from the host's ports: the only place where they are wired together. */
export async function composeHost(ports: Ports, options: HostOptions): Promise<Host> {
  const { dataDir, version, programFolder = process.cwd() } = options
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await enterDataFormat(dataDir, version)
  const log = createLog(logPath(dataDir))
  log.info('program started', { version, host: ports.host, safe: options.safe ?? false })
  await closeToOthers(dataDir, log)
  const startedAt = ports.clock.now().getTime()
  const events = createEvents(log)
  const { emit } = events
  const grants = createGrants()
  const spool = await openSpool(dataDir, grants)
  const state: AppState = { unsaved: new Map(), safe: options.safe ?? false }
  const report = await loadPolicies(options.policies ?? (async () => []))
  const { policies } = report
  for (const problem of report.problems) log.warn('policy ignored', { ...problem })
  const rules = serverRules(policies)
  const vaultOf = (secrets: SecretStore): Vault => createVault({ secrets, dataDir, log: log.area('session') })
  const vault = vaultOf(ports.secrets)
  const sessionVault = policies.KeepSignIn === false ? vaultOf(withoutKeychain) : vault
  const outgoing = createOutgoing({ env: process.env, system: ports.proxies })
  const managed = networkRules(policies)
  const network = await openNetworkStore({ dataDir, vault, outgoing, managed, log: log.area('network') })

  const clientOf = (id: string, token: string | null, told: SessionTold = {}): ApiClient =>
    createApiClient({
      connection() {
        const connection = connections.find(id)
        if (!connection) throw new AppError('not-found', '这个连接已被删除，请选择其他连接')
        return connection
      },
      token: () => token,
      log: log.area('network'),
      outgoing,
      onReach: (reached) => id === connections.list().current && connectivity.hint(reached),
      ...told,
    })
  const anonymous = (id: string): ApiClient => clientOf(id, null)

  const backend = createBackend({
    dataDir,
    launcher: ports.launcher,
    answers: answersAt(log, outgoing),
    environment: () => network.environment(),
    onCrash: (error, tail) => reportCrash(dataDir, { process: 'server', error, version, tail }, ports.clock.now()),
    print: options.print ?? (() => undefined),
    log: log.area('server'),
  })
  const connections = await openConnections({ dataDir, builtinUrl: backend.baseUrl, rules, log })
  const facts = factsFile(dataDir, log)
  const sessions = createSessions({
    connections,
    vault: sessionVault,
    file: facts,
    clientOf,
    onStatus: (status) => emit('session.changed', status),
    onGrants: (id) => void signIn.verify(id),
    log: log.area('session'),
  })
  const signIn = createSignIn({ sessions, anonymous, deviceIdFor: deviceIds(dataDir, log), log: log.area('session') })
  resumeSessions(sessionVault, sessions, signIn)
  const connectivity = createConnectivity({
    emit,
    client: () => {
      const id = sessions.currentConnectionId()
      return id === null ? null : anonymous(id)
    },
  })
  const ready = async (id: string): Promise<void> => {
    if (id !== BUILTIN) return
    if (!rules.builtin) throw new AppError('forbidden', `内置服务器${MANAGED_TEXT}`)
    await backend.ensure()
  }
  const currentClient = async (): Promise<ApiClient> => {
    const id = sessions.currentConnectionId()
    const client = id === null ? null : sessions.clientFor(id)
    if (id === null || !client) throw new AppError('unauthorized', '请先登录')
    await ready(id)
    return client
  }
  const enter = async (id: string) => {
    await ready(id)
    await connections.use(id)
    connectivity.check()
    notices.look()
    if (id === BUILTIN && !sessions.clientFor(id)) {
      try {
        return await signIn.withToken(id, await backend.token())
      } catch (error) {
        // The page asks for the code of the second factor, on the screen of the automatic sign-in.
        if (!(error instanceof AppError) || error.details.fact?.kind !== 'codeNeeded') throw error
      }
    }
    const status = await sessions.status()
    emit('session.changed', status)
    return status
  }

  const settings = createSettings({ dataDir, emit, log, managed: settingRules(policies) })
  const sync = createSyncService({
    dataDir,
    sessions,
    grants,
    allow: folderRule(policies),
    shell: ports.shell,
    clock: ports.clock,
    emit,
    log: log.area('sync'),
  })
  const livePreview = createLivePreview({
    dataDir,
    async workspaceOf(id) {
      const found = (await sync.handlers['workspaces.list']({})).find((each) => each.id === id)
      if (!found) throw new AppError('not-found', '这个工作区已经断开')
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
  const transfers = createTransfers({ ports, client: currentClient, folderOf: sync.folderOf, dataDir, log })
  // What one session may read, another may not.
  sessions.onChange(() => transfers.forget())
  const uploads = createUploadService({
    dataDir,
    sessions,
    knows: (id) => connections.find(id) !== null,
    ready,
    grants,
    settings,
    events,
    ports,
    log: log.area('uploads'),
    mostMb: policies.UploadMaxFileMb,
    ...(options.uploadPatience ? { patience: options.uploadPatience } : {}),
  })
  const working = async (): Promise<string[]> => {
    const { totals } = uploads.engine.list()
    const syncing = (await sync.handlers['workspaces.list']({})).some((each) => each.state === 'syncing')
    return [...(totals.active > 0 ? ['正在上传的文件'] : []), ...(syncing ? ['正在进行的本地同步'] : [])]
  }
  const updates = createUpdates({
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
  const notices = followNotices({ sessions, ready, emit, log: log.area('session') })
  const diagnostics = createDiagnostics({
    dataDir,
    ports,
    program: { version, host: ports.host, policies: report.set.map(({ name }) => name) },
    programFolder,
    startedAt,
    state,
    facts,
    connections,
    settings,
    network,
    sync,
    uploads: () => uploads.engine.list().totals,
    backend,
    client: () => sessions.clientFor(sessions.currentConnectionId() ?? ''),
    emit: events.emit,
  })
  const callApi = createApiInvoker({ sessions, anonymous, ready })
  const asked = options.askPicture ? { ask: options.askPicture } : {}
  const fetchPicture = createWebPictures({ spool, outgoing, ...asked })
  const dispatch = createDispatch({
    log: log.area('operations'),
    async api(name, input) {
      try {
        return await callApi(name, input)
      } finally {
        // The file keeps its address, so caches must forget it, also after a call without an answer: it may have
        // succeeded.
        if (name === 'attachment.replace') transfers.forget()
      }
    },
    handlers: {
      ...appHandlers({
        ports,
        vault,
        connections,
        client: currentClient,
        state,
        previews: () => livePreview.origin(),
        dataDir,
        version,
        onFirstScreen: options.onFirstScreen ?? (() => undefined),
      }),
      ...desktopHandlers(ports.desktop),
      ...pageWindowHandlers({ windows: ports.pageWindows, emit }),
      ...settingsHandlers(settings),
      ...connectionHandlers({ connections, sessions, signIn, enter, outgoing, rules, log }),
      ...policyHandlers(report),
      ...networkHandlers({ network, outgoing, connections, sessions, anonymous, clock: ports.clock }),
      ...sessionHandlers({ sessions, signIn, backend }),
      ...folderHandlers({ folders: createFolders(grants), dialogs: ports.dialogs, grants }),
      ...transfers.handlers,
      ...localDraftHandlers({
        drafts: createDraftStore({ folder: join(dataDir, 'drafts'), now: () => ports.clock.now().getTime(), log }),
        account: accountOf(sessions),
        since: () => (state.safe ? startedAt : 0),
      }),
      ...diagnostics.handlers,
      ...partsHandlers(join(programFolder, 'out', 'parts.cdx.json')),
      ...sheetHandlers({ sheets: createSheetDownloads({ client: currentClient, emit, ...ports }) }),
      ...uploadHandlers(uploads, { fetchPicture, grants }),
      ...sync.handlers,
      ...updates.handlers,
      ...livePreview.handlers,
      ...localFileHandlers({
        folderOf: sync.folderOf,
        workspaces: sync.workspaces,
        emit,
        shell: ports.shell,
      }),
    },
  })

  // The window opens at once; requests of the page wait until sessions and workspaces are restored.
  const restored = sessions
    .restore()
    .then((withoutToken) => signInAgain({ sessions, signIn, backend, log }, withoutToken))
    .then(() => sync.start({ resting: state.safe }))
    .catch((error: unknown) => log.error('not restored', { error }))
  const invoke = async (name: unknown, input: unknown): Promise<Result> => {
    await restored
    return dispatch(name, input)
  }
  // Before anything is slow, such as a keychain: by it another start finds that this one works on the data folder.
  const control = await startControl({ dataDir, invoke, show: options.onShow ?? null, log }).catch((error: unknown) => {
    log.error('the command line can not reach this program', { error })
    return null
  })
  const wakeUp = async (): Promise<void> => {
    const current = sessions.currentConnectionId()
    const started =
      rules.builtin && (current === BUILTIN || sessions.clientFor(BUILTIN)) ? backend.ensure() : Promise.resolve()
    await started.finally(() => connectivity.check())
    if (current !== null) await signIn.verify(current)
  }
  void restored.then(wakeUp).catch((error: unknown) => log.error('server not reached at start', { error }))

  return {
    grants,
    spool,
    media: transfers.media,
    previews: transfers.previews,
    livePreviewOrigin: () => livePreview.origin(),
    log,
    settings,
    unsaved: (window) => state.unsaved.get(window) ?? [],
    working,
    invoke,
    subscribe(listener) {
      const known = connectivity.state()
      if (known && !known.online) listener({ event: 'connectivity.changed', payload: known })
      return events.subscribe(listener)
    },
    awake: () => connectivity.check(),
    async close() {
      updates.close()
      connectivity.close()
      notices.close()
      await control?.close()
      try {
        await livePreview.close()
        await uploads.close()
        await sync.close()
        await sessions.cleared()
        await updates.quitting()
      } finally {
        await spool.close()
        await backend.close()
      }
    },
  }
}
