import type { HostHandlers } from '#shared/contract/bridge.ts'
import { SITE_PAGES } from '#shared/contract/statics.ts'
import { AppError } from '#shared/errors/index.ts'
import { isLivePreview } from '#shared/security/livePreview.ts'
import type { Vault } from '../auth/vault.ts'
import type { Connections } from '../connections/connections.ts'
import type { Ports } from '../ports.ts'
import type { ApiClient } from '../types.ts'

/** The project's own pages; all others must belong to a connected server or to one of its sites. */
const OWN_SITES: ReadonlySet<string> = new Set(['github.com'])

export interface AppState {
  /** Titles of unsaved work as last reported, by window; '': the main window. */
  unsaved: Map<string, readonly string[]>
  /** Started with --safe, and not resumed since. */
  safe: boolean
}

/** Titles of the unsaved work of all windows. */
export const unsavedTitles = (state: { unsaved: ReadonlyMap<string, readonly string[]> }): string[] =>
  [...state.unsaved.values()].flat()

export function appHandlers(deps: {
  ports: Ports
  vault: Vault
  connections: Connections
  /** The client of the signed-in account. */
  client: () => Promise<ApiClient>
  state: AppState
  /** Origin of the live previews; '' for none. */
  previews: () => Promise<string>
  dataDir: string
  version: string
  onFirstScreen: () => void
}) {
  const { ports, vault, connections, client, state, previews, dataDir, version, onFirstScreen } = deps
  return {
    'app.info': async () => ({
      host: ports.host,
      version,
      nativeDialogs: ports.dialogs.native,
      keychain: await vault.status(),
      dataDir,
      safe: state.safe,
    }),
    'app.retryKeychain': () => vault.retry(),
    'app.shown': async () => {
      onFirstScreen()
      return null
    },
    'app.setUnsaved': async ({ titles, window }) => {
      if (titles.length > 0) state.unsaved.set(window, titles)
      else state.unsaved.delete(window)
      return null
    },
    'app.notify': async ({ title, body, href }) => ({ shown: await ports.notifier.notify(title, body, href) }),
    'app.openExternal': async ({ url }) => {
      const isKnown = mayOpen(new URL(url), connections) || isLivePreview(url, await previews())
      if (!isKnown && !(await isOfSite(new URL(url), client)) && !(await isCodePage(url, client))) {
        throw new AppError('forbidden', '只能打开 https 链接，并且必须属于已连接的服务器或其站点')
      }
      await ports.shell.openExternal(url)
      return null
    },
  } satisfies HostHandlers<'app'>
}

function mayOpen(url: URL, connections: Connections): boolean {
  if (isBuiltSite(url, connections)) return true
  if (url.protocol !== 'https:') return false
  if (OWN_SITES.has(url.hostname)) return true
  return connections.list().connections.some((c) => URL.canParse(c.baseUrl) && new URL(c.baseUrl).host === url.host)
}

/** Whether the address shows a built site on a connected server; the built-in one has no https. */
const isBuiltSite = (url: URL, connections: Connections): boolean =>
  connections.list().connections.some(({ baseUrl }) => {
    if (!URL.canParse(baseUrl)) return false
    return url.href.startsWith(new URL(`${SITE_PAGES}/`, baseUrl.replace(/\/?$/, '/')).href)
  })

/** Whether the page is the authorisation page of the statistics provider that the server names (C·§2, step 1). */
async function isCodePage(url: string, client: () => Promise<ApiClient>): Promise<boolean> {
  if (!url.startsWith('https://') || !new URL(url).pathname.endsWith('/oauth/2.0/authorize')) return false
  try {
    const { data } = await (await client()).call('analytics.getCodeUrl', {})
    return data === url
  } catch {
    // Nobody is signed in, or the account may not set up the statistics.
    return false
  }
}

/** Whether a site is bound to the host name. */
async function isOfSite(url: URL, client: () => Promise<ApiClient>): Promise<boolean> {
  if (url.protocol !== 'https:') return false
  const signedIn = await client().catch(() => null)
  if (!signedIn) return false
  const { data } = await signedIn.call('site.page', { page: 1, size: 1000 })
  return data.content.some((site) => site.domain.split(',').includes(url.hostname))
}
