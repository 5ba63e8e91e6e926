/** One open page. */
export interface Tab {
  /** Path without query: visiting it again shows the same tab. */
  key: string
  /** Last address that the tab has shown, with query. */
  href: string
  /** Grows with every reload, which recreates the page. */
  generation: number
  /**
   * False for a tab that was restored after a reload of the window, until its first visit. Its page is not rendered
   * before.
   */
  wasShown: boolean
}

export type CloseScope = 'this' | 'others' | 'left' | 'right' | 'all'

/** The tab at the left end, which can't be closed. */
export const PINNED = '/index'
const createTab = (href: string): Tab => ({ key: tabKeyOf(href), href, generation: 0, wasShown: false })

/** The tab of an address. */
export const tabKeyOf = (href: string): string => href.split(/[?#]/)[0] ?? href

/** The pinned tab and the tabs that were open before the window reloaded. */
export function initialTabs(hrefs: readonly string[] = []): readonly Tab[] {
  const tabs = [PINNED, ...hrefs].map(createTab)
  return tabs.filter((tab, i) => tabs.findIndex((each) => each.key === tab.key) === i)
}

/**
 * Opens the address in a new tab at the right end, or updates its open tab. Returns the same list when nothing changes.
 */
export function visitTab(tabs: readonly Tab[], href: string): readonly Tab[] {
  const key = tabKeyOf(href)
  const open = tabs.find((tab) => tab.key === key)
  if (!open) return [...tabs, { ...createTab(href), wasShown: true }]
  if (open.href === href && open.wasShown) return tabs
  return tabs.map((tab) => (tab === open ? { ...tab, href, wasShown: true } : tab))
}

/** The keys of the tabs that a close command on the tab `key` closes. */
export function keysToClose(tabs: readonly Tab[], key: string, how: CloseScope): string[] {
  const at = tabs.findIndex((tab) => tab.key === key)
  const hit = (index: number): boolean => {
    if (how === 'this') return index === at
    if (how === 'others') return index !== at
    if (how === 'left') return index < at
    if (how === 'right') return index > at
    return true
  }
  return tabs.filter((tab, i) => tab.key !== PINNED && hit(i)).map((tab) => tab.key)
}

/** The tab that becomes active when `active` is closed: the nearest to its right, else to its left. */
export function nextActiveTab(tabs: readonly Tab[], active: string, closed: readonly string[]): Tab {
  const isOpen = (tab: Tab): boolean => !closed.includes(tab.key)
  const at = tabs.findIndex((tab) => tab.key === active)
  return (
    tabs.slice(Math.max(at, 0)).find(isOpen) ?? tabs.slice(0, Math.max(at, 0)).findLast(isOpen) ?? createTab(PINNED)
  )
}

export const removeTabs = (tabs: readonly Tab[], closed: readonly string[]): readonly Tab[] =>
  tabs.filter((tab) => !closed.includes(tab.key))

export const reloadTab = (tabs: readonly Tab[], key: string): readonly Tab[] =>
  tabs.map((tab) => (tab.key === key ? { ...tab, generation: tab.generation + 1 } : tab))
