/** One open page. */
export interface Tab {
  /** Path without query: visiting it again comes back to the same tab. */
  key: string
  /** Last address shown in it, with query. */
  href: string
  /** Grows with every reload; a new number is a fresh page. */
  generation: number
  /** false: left open by an earlier load of the window and not looked at yet; its page is not built until then. */
  seen: boolean
}

export type Closing = 'this' | 'others' | 'left' | 'right' | 'all'

/** The tab that can't be closed, at the left end. */
export const PINNED = '/index'
const unseen = (href: string): Tab => ({ key: keyOf(href), href, generation: 0, seen: false })

/** The tab of an address. */
export const keyOf = (href: string): string => href.split(/[?#]/)[0] ?? href

/** Only the pinned tab, plus what an earlier session left open. */
export function startTabs(hrefs: readonly string[] = []): readonly Tab[] {
  const tabs = [PINNED, ...hrefs].map(unseen)
  return tabs.filter((tab, i) => tabs.findIndex((each) => each.key === tab.key) === i)
}

/** Opens the address at the right end, or notes the new query in its tab. Answers the same list when nothing changes. */
export function visit(tabs: readonly Tab[], href: string): readonly Tab[] {
  const key = keyOf(href)
  const open = tabs.find((tab) => tab.key === key)
  if (!open) return [...tabs, { ...unseen(href), seen: true }]
  if (open.href === href && open.seen) return tabs
  return tabs.map((tab) => (tab === open ? { ...tab, href, seen: true } : tab))
}

/** The keys that a closing command takes away, seen from the tab it was given on. */
export function closedBy(tabs: readonly Tab[], key: string, how: Closing): string[] {
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

/** The tab that comes to the front when `active` is among the closed: the nearest at its right, else at its left. */
export function neighbour(tabs: readonly Tab[], active: string, closed: readonly string[]): Tab {
  const stays = (tab: Tab): boolean => !closed.includes(tab.key)
  const at = tabs.findIndex((tab) => tab.key === active)
  return tabs.slice(Math.max(at, 0)).find(stays) ?? tabs.slice(0, Math.max(at, 0)).findLast(stays) ?? unseen(PINNED)
}

export const withoutTabs = (tabs: readonly Tab[], closed: readonly string[]): readonly Tab[] =>
  tabs.filter((tab) => !closed.includes(tab.key))

export const reloaded = (tabs: readonly Tab[], key: string): readonly Tab[] =>
  tabs.map((tab) => (tab.key === key ? { ...tab, generation: tab.generation + 1 } : tab))
