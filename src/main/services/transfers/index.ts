import { join } from 'node:path'
import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { WorkspaceFolder } from '../localFiles/resolveFile.ts'
import type { Ports } from '../ports.ts'
import type { ApiClient, Logger } from '../types.ts'
import { createDownloads } from './downloads.ts'
import { createDragOut } from './dragOut.ts'
import { createImages } from './images.ts'
import { createMedia, type Media } from './media.ts'
import { createPreviews, type Previews } from './previews.ts'

interface Transfers {
  media: Media
  previews: Previews
  /** Discards caches, because an address of the server may now have another file. */
  invalidate(): void
  handlers: HostHandlers<'downloads'> & HostHandlers<'media'> & HostHandlers<'preview'> & HostHandlers<'dragOut'>
}

/** Transfers files of the connected server to the page, to this computer and out of the window. */
export function createTransfers(deps: {
  ports: Ports
  client: () => Promise<ApiClient>
  folderOf: (workspace: string) => WorkspaceFolder
  dataDir: string
  log: Logger
}): Transfers {
  const { ports, client, folderOf, dataDir, log } = deps
  const media = createMedia({ client, clock: ports.clock })
  const previews = createPreviews({ client, clock: ports.clock })
  const images = createImages({ client, clock: ports.clock, log })
  // Inside this process's tmp folder, which the spool deletes.
  const folder = join(dataDir, 'tmp', String(process.pid), 'drag')
  const dragOut = createDragOut({ client, folderOf, ...ports, folder })
  const downloads = createDownloads({ client, ...ports })
  return {
    media,
    previews,
    invalidate() {
      images.invalidate()
      dragOut.invalidate()
    },
    handlers: {
      'downloads.templateFile': ({ path, downloadFileName }) => downloads.templateFile(path, downloadFileName),
      'downloads.template': ({ id, name }) => downloads.template(id, name),
      'downloads.release': ({ id, name }) => downloads.release(id, name),
      'downloads.siteArchive': ({ siteId, jobId, name }) => downloads.siteArchive({ siteId, jobId }, name),
      'media.open': async ({ accessPath }) => ({ href: await media.open(accessPath) }),
      'preview.open': async ({ address }) => ({ href: await previews.open(address) }),
      'media.image': async ({ accessPath }) => ({ dataUrl: await images.readDataUrl(accessPath) }),
      ...dragOut.handlers,
    },
  }
}
