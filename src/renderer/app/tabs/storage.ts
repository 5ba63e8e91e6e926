import { PINNED, type Tab } from './model.ts'

const KEY = 'sitecraft.tabs'

/** Addresses of the pages that the same account had open before the window reloaded. */
export function loadTabs(identity: string): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return []
    const { owner, hrefs } = stored as { owner?: unknown; hrefs?: unknown }
    if (owner !== identity || !Array.isArray(hrefs)) return []
    return hrefs.filter((href): href is string => typeof href === 'string' && href.startsWith('/'))
  } catch {
    return []
  }
}

export function saveTabs(identity: string, tabs: readonly Tab[]): void {
  const hrefs = tabs.filter((tab) => tab.key !== PINNED).map((tab) => tab.href)
  sessionStorage.setItem(KEY, JSON.stringify({ owner: identity, hrefs }))
}

/** Used in a new window, whose copied storage belongs to its opener. */
export const forgetTabs = (): void => sessionStorage.removeItem(KEY)
