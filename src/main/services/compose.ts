import type { HostEventMessage, Result } from '#shared/contract/bridge.ts'
import { signInAgain } from './backend/signInAgain.ts'
import { startControl } from './control/server.ts'
import type { FileGrants } from './grants/grants.ts'
import { openAccess, connectAtStart } from './host/access.ts'
import { openBase } from './host/base.ts'
import { createOperations } from './host/operations.ts'
import { createWork } from './host/work.ts'
import type { HostOptions } from './host/hostOptions.ts'
import type { Ports } from './ports.ts'
import type { SettingsService } from './dataFolder/settings.ts'
import type { Spool } from './grants/spool.ts'
import type { Media } from './transfers/media.ts'
import type { Previews } from './transfers/previews.ts'
import type { Logger } from './types.ts'

/** The composed services, as used by the transports (Electron's IPC, loopback HTTP). */
export interface Host {
  /** Runs one operation of the contract; never throws. */
  invoke(name: unknown, input: unknown): Promise<Result>
  /**
   * Sends the current offline state, which a new page can't query, and then all events. Returns the unsubscribe
   * function.
   */
  subscribe(listener: (message: HostEventMessage) => void): () => void
  readonly grants: FileGrants
  /** Receives files that have no path the page may know. */
  readonly spool: Spool
  /** Handles the page's requests below MEDIA_PATH. */
  readonly media: Media
  /** Handles requests below PREVIEW_PATH; the secret address is the only credential. */
  readonly previews: Previews
  /** Origin of the live previews, which the page may embed; '' for none. */
  livePreviewOrigin(): Promise<string>
  readonly log: Logger
  readonly settings: SettingsService
  /** Titles of unsaved work in a window's page, so that closing can ask first. @param window '': the main window */
  unsaved(window: string): readonly string[]
  /** Descriptions (Chinese) of work that ending the program would interrupt. */
  working(): Promise<string[]>
  /** The computer woke up: checks the server now. */
  awake(): void
  /** Ends sync and the built-in server. */
  close(): Promise<void>
}

/**
 * Builds all services from the host's ports; with the factories in host/, the only place where they are wired together.
 */
export async function composeHost(ports: Ports, options: HostOptions): Promise<Host> {
  const base = await openBase(ports, options)
  const access = await openAccess(base)
  const work = createWork(base, access)
  const dispatch = createOperations(base, access, work)
  const { log, events, grants, spool, state, dataDir } = base
  const { sessions, connectivity, notices, backend } = access
  const { settings, sync, livePreview, transfers, uploads, updates, working } = work

  // The window opens at once; its requests wait until sessions and workspaces are restored.
  const restored = sessions
    .restore()
    .then((withoutToken) => signInAgain({ ...access, log }, withoutToken))
    .then(() => sync.start({ resting: state.safe }))
    .catch((error: unknown) => log.error('not restored', { error }))
  const invoke = async (name: unknown, input: unknown): Promise<Result> => {
    await restored
    return dispatch(name, input)
  }
  // Started before slow steps such as a keychain call: another start finds through this that the data folder is in use.
  const control = await startControl({ dataDir, invoke, show: options.onShow ?? null, log }).catch((error: unknown) => {
    log.error('the command line can not reach this program', { error })
    return null
  })
  void restored
    .then(() => connectAtStart(base, access))
    .catch((error: unknown) => log.error('server not reached at start', { error }))

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
        await sessions.waitUntilCleared()
        await updates.quitting()
      } finally {
        await spool.close()
        await backend.close()
      }
    },
  }
}
