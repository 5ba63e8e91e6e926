import { type ComponentType, useSyncExternalStore } from 'react'
import { matchPath } from 'react-router-dom'
import { MOCK_ACCOUNTS, type MockAccount } from '#shared/mock/accounts.ts'
import { maySee, MOCK_ROUTES, type MockRoute } from '#shared/mock/routes.ts'
import { createObservable } from '#shared/util/observable.ts'

/** A route of the mock with its whole address. */
export interface DemoRoute {
  href: string
  route: MockRoute
  /** Titles of the groups above it. */
  within: string
}

/** What the pages show, by their addresses. `text` stands below the title; the titles are those of the routes. */
export type DemoContents = Readonly<Record<string, { text: string; Content: ComponentType }>>

/** Pages of the demonstration that are no routes of the mock (B·§2): they have no limit. */
const FORWARDING: readonly DemoRoute[] = (
  [
    ['/system/demo/forwarding-rules', '转发规则'],
    ['/system/demo/forwarding-records', '转发记录'],
  ] as const
).map(([href, title]) => ({ href, route: { path: href, name: href, meta: { title } }, within: '跨站转发' }))

const flat = (routes: readonly MockRoute[], parent: string, within: string): DemoRoute[] =>
  routes.flatMap((route) => {
    const href = /^(https:|\/)/.test(route.path) ? route.path : `${parent}/${route.path}`
    const below = flat(route.children ?? [], href, within || route.meta.title)
    // A group has the page of its first child; the nested menus show themselves.
    return route.component === 'Layout' ? below : [{ href, route, within }, ...below]
  })

export const DEMO_ROUTES: readonly DemoRoute[] = [...flat(MOCK_ROUTES.slice(1), '', ''), ...FORWARDING]

/** Where the external link opens in the program: a page with the button that opens it. */
const EXTERNAL_PAGE = '/vab/external-link'

/** Address of the page in this program. */
export const pageOf = ({ href }: DemoRoute): string => (href.startsWith('https:') ? EXTERNAL_PAGE : href)

const playing = createObservable<MockAccount['username']>('admin')
const accountOf = (username: string): MockAccount | undefined =>
  MOCK_ACCOUNTS.find((account) => account.username === username)

/** The mock account that the demonstration is seen as; kept until the window is loaded again. */
export function usePlayed(): { played: MockAccount | undefined; play: (username: string) => void } {
  return { played: accountOf(useSyncExternalStore(playing.subscribe, playing.get)), play: playing.set }
}

/** May the played account see the page at this address? */
export function useSeen(pathname: string): boolean {
  const { played } = usePlayed()
  const found = DEMO_ROUTES.find((each) => matchPath(pageOf(each), pathname))
  return played !== undefined && maySee(played.roles, found?.route.meta.roles)
}
