import { stat, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteData, TemplateIssue } from '#engine/index.ts'
import type { HostHandlers } from '#shared/contract/bridge.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ApiClient, Logger } from '../types.ts'
import { checkTemplateFolder } from '../templateCheck/checkFolder.ts'
import { createPreviewServer } from './server.ts'
import { type PreviewSite, startPreviewSite } from './site.ts'
import { createHash } from 'node:crypto'

/** The facts of a workspace that a preview needs. */
interface PreviewedWorkspace {
  id: string
  connectionId: string
  /** The template's folder on the server. */
  folder: string
  /** Absolute path of its local folder. */
  root: string
}

interface Deps {
  dataDir: string
  workspaceOf: (id: string) => Promise<PreviewedWorkspace>
  /** null: nobody is signed in on this connection. */
  clientOf: (connectionId: string) => Promise<ApiClient | null>
  /** Address of the server of a connection. */
  addressOf: (connectionId: string) => string
  log: Logger
}

export interface LivePreview {
  /**
   * Origin of all previews, `http://127.0.0.1:<port>`, for the page's security policy; '' when no port was available.
   */
  origin(): Promise<string>
  handlers: HostHandlers<'livePreview'>
  close(): Promise<void>
}

/**
 * Pages of a site, drawn from the local files of a workspace with data of the server: current data if the server
 * responds, otherwise the cached data (below `dataDir`).
 */
export function createLivePreview({ dataDir, workspaceOf, clientOf, addressOf, log }: Deps): LivePreview {
  const kept = createDataCache(join(dataDir, 'preview'))
  const sites = new Map<string, Promise<PreviewSite>>()
  const server = createPreviewServer(dataDir)

  /** The data of a site. siteId 0: the previous site, or the first that uses the template. */
  async function dataFor(
    workspace: PreviewedWorkspace,
    siteId: number,
  ): Promise<{ kept: CachedSite | null; isOffline: boolean }> {
    const before = await kept.read(workspace.id)
    try {
      const client = await clientOf(workspace.connectionId)
      if (!client) throw new AppError('unauthorized', '请先登录')
      const asked = siteId || (before?.siteId ?? 0)
      const { data } = await client.call('templateData.read', { folder: workspace.folder, siteId: asked })
      const now: CachedSite = { ...data, data: JSON.parse(data.data) as SiteData, date: new Date().toISOString() }
      await kept.write(workspace.id, now)
      return { kept: now, isOffline: false }
    } catch (error) {
      if (!before) throw error
      log.info('the preview shows the last known data', { error })
      return { kept: before, isOffline: true }
    }
  }

  async function siteOf(workspace: PreviewedWorkspace): Promise<PreviewSite> {
    const known = sites.get(workspace.id)
    if (known) return known
    const starting = startPreviewSite(server, workspace.root, () => addressOf(workspace.connectionId))
    sites.set(workspace.id, starting)
    starting.catch(() => sites.delete(workspace.id))
    return starting
  }

  const check = async (workspace: PreviewedWorkspace): Promise<TemplateIssue[]> =>
    checkTemplateFolder(workspace.root, (await kept.read(workspace.id))?.data ?? null)

  return {
    origin: () => server.origin(),
    handlers: {
      async 'livePreview.start'({ id, siteId }) {
        const workspace = await findPresent(workspaceOf, id)
        const found = await dataFor(workspace, siteId)
        const site = await siteOf(workspace)
        site.drawer.setData(found.kept?.data ?? null)
        site.reload()
        return {
          href: site.href,
          pages: await site.drawer.ask({ kind: 'pages', root: workspace.root }),
          sites: found.kept?.sites ?? [],
          siteId: found.kept?.siteId ?? 0,
          isOffline: found.isOffline,
          dataDate: found.kept?.date ?? '',
        }
      },
      async 'livePreview.stop'({ id }) {
        const site = await sites.get(id)
        sites.delete(id)
        await site?.close()
        return null
      },
      async 'livePreview.check'({ id }) {
        return check(await findPresent(workspaceOf, id))
      },
    },
    async close() {
      for (const site of sites.values()) await (await site.catch(() => null))?.close()
      await server.close()
    },
  }
}

/** Throws `not-found` while the folder is missing: moved, deleted, or on a disconnected disk. */
async function findPresent(workspaceOf: Deps['workspaceOf'], id: string): Promise<PreviewedWorkspace> {
  const workspace = await workspaceOf(id)
  const found = await stat(workspace.root).catch(() => null)
  if (!found?.isDirectory())
    throw new AppError(
      'not-found',
      `找不到本地文件夹“${workspace.root}”，请连接该文件夹所在的磁盘，或在“本地同步”中处理`,
    )
  return workspace
}

/** Cached data of the server. */
interface CachedSite {
  siteId: number
  sites: { id: number; title: string; isBound: boolean }[]
  data: SiteData
  /** ISO. */
  date: string
}

/** Caches the data of previewed workspaces for use without a server. */
function createDataCache(folder: string) {
  const fileOf = (workspace: string): string =>
    join(folder, `${createHash('sha256').update(workspace).digest('hex').slice(0, 32)}.json`)
  return {
    /** null: nothing is cached, or it can't be read. */
    async read(workspace: string): Promise<CachedSite | null> {
      try {
        return JSON.parse(await readFile(fileOf(workspace), 'utf8')) as CachedSite
      } catch {
        return null
      }
    },
    async write(workspace: string, data: CachedSite): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = fileOf(workspace)
      await writeFile(`${file}.next`, JSON.stringify(data), { mode: 0o600 })
      await rename(`${file}.next`, file)
    },
  }
}
