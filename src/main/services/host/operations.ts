import { join } from 'node:path'
import { createApiInvoker } from '../api/invoke.ts'
import { createDispatch } from './dispatch.ts'
import { createDraftStore } from '../dataFolder/localDrafts.ts'
import { createFolders } from '../grants/folders.ts'
import { appHandlers } from '../handlers/app.ts'
import { connectionHandlers } from '../handlers/connections.ts'
import { desktopHandlers } from '../handlers/desktop.ts'
import { folderHandlers } from '../handlers/folders.ts'
import { localDraftHandlers } from '../handlers/localDrafts.ts'
import { networkHandlers } from '../handlers/network.ts'
import { pageWindowHandlers } from '../handlers/pageWindows.ts'
import { partsHandlers } from '../handlers/parts.ts'
import { policyHandlers } from '../handlers/policy.ts'
import { sessionHandlers } from '../handlers/session.ts'
import { settingsHandlers } from '../handlers/settings.ts'
import { sheetHandlers } from '../handlers/sheets.ts'
import { uploadHandlers } from '../handlers/uploads.ts'
import { localFileHandlers } from '../localFiles/index.ts'
import { createSheetDownloads } from '../transfers/sheets.ts'
import { createPictureFetcher } from '../transfers/webPictures.ts'
import { currentClient, switchConnection, type Access } from './access.ts'
import type { Base } from './base.ts'
import type { Work } from './work.ts'

/** All operations of the contract: API operations are forwarded to the server, host operations are handled here. */
export function createOperations(base: Base, access: Access, work: Work) {
  const callApi = createApiInvoker(access)
  return createDispatch({
    log: base.log.area('operations'),
    async api(name, input) {
      try {
        return await callApi(name, input)
      } finally {
        // The file keeps its address, so caches must drop it, even after a call without a response, which may have
        // succeeded.
        if (name === 'attachment.replace') work.transfers.invalidate()
      }
    },
    handlers: {
      ...programHandlers(base, access, work),
      ...accessHandlers(base, access),
      ...workHandlers(base, access, work),
    },
  })
}

/** Window, settings and policies of the program itself. */
const programHandlers = (base: Base, access: Access, { livePreview, settings, diagnostics, updates }: Work) => ({
  ...appHandlers({
    ...base,
    connections: access.connections,
    client: () => currentClient(access),
    previews: () => livePreview.origin(),
    onFirstScreen: base.options.onFirstScreen ?? (() => undefined),
  }),
  ...desktopHandlers(base.ports.desktop),
  ...pageWindowHandlers({ windows: base.ports.pageWindows, emit: base.emit }),
  ...settingsHandlers(settings),
  ...policyHandlers(base.report),
  ...partsHandlers(join(base.programFolder, 'out', 'parts.cdx.json')),
  ...diagnostics.handlers,
  ...updates.handlers,
})

const accessHandlers = (base: Base, access: Access) => ({
  ...connectionHandlers({ ...base, ...access, enter: (id) => switchConnection(base, access, id) }),
  ...networkHandlers({ ...base, ...access, clock: base.ports.clock }),
  ...sessionHandlers(access),
})

function workHandlers(base: Base, access: Access, { sync, livePreview, transfers, uploads }: Work) {
  const { ports, grants, emit, log, state, startedAt, dataDir, spool, outgoing, options } = base
  const { askPicture } = options
  const fetchPicture = createPictureFetcher({ spool, outgoing, ...(askPicture ? { ask: askPicture } : {}) })
  return {
    ...folderHandlers({ folders: createFolders(grants), dialogs: ports.dialogs, grants }),
    ...transfers.handlers,
    ...localDraftHandlers({
      drafts: createDraftStore({ folder: join(dataDir, 'drafts'), now: () => ports.clock.now().getTime(), log }),
      sessions: access.sessions,
      since: () => (state.safe ? startedAt : 0),
    }),
    ...sheetHandlers({ sheets: createSheetDownloads({ client: () => currentClient(access), emit, ...ports }) }),
    ...uploadHandlers(uploads, { fetchPicture, grants }),
    ...sync.handlers,
    ...livePreview.handlers,
    ...localFileHandlers({ folderOf: sync.folderOf, workspaces: sync.workspaces, emit, shell: ports.shell }),
  }
}
