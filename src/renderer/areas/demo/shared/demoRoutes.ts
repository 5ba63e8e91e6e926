import { type ComponentType, useSyncExternalStore } from 'react'
import { matchPath } from 'react-router-dom'
import { MOCK_ACCOUNTS, type MockAccount } from '#shared/mock/accounts.ts'
import { canSeeRoute, MOCK_ROUTES, type MockRoute } from '#shared/mock/routes.ts'
import { createObservable } from '#shared/util/observable.ts'

/** A route of the mock with its whole address. */
export interface DemoRoute {
  href: string
  route: MockRoute
  /** Title of the group that lists the page. */
  group: string
}

/** The contents of the pages by address. `text` stands below the title, which comes from the route. */
export type DemoContents = Readonly<Record<string, { text: string; Content: ComponentType }>>

/** Demo pages outside of the mock routes (B·§2); every mock account may see them. */
const FORWARDING: readonly DemoRoute[] = (
  [
    ['/system/demo/forwarding-rules', '转发规则'],
    ['/system/demo/forwarding-records', '转发记录'],
  ] as const
).map(([href, title]) => ({ href, route: { path: href, name: href, meta: { title } }, group: '跨站转发' }))

const flattenRoutes = (routes: readonly MockRoute[], parent: string, within: string): DemoRoute[] =>
  routes.flatMap((route) => {
    const href = /^(https:|\/)/.test(route.path) ? route.path : `${parent}/${route.path}`
    const below = flattenRoutes(route.children ?? [], href, within || route.meta.title)
    // A group ('Layout') has no page of its own.
    return route.component === 'Layout' ? below : [{ href, route, group: within }, ...below]
  })

export const DEMO_ROUTES: readonly DemoRoute[] = [...flattenRoutes(MOCK_ROUTES.slice(1), '', ''), ...FORWARDING]

/** The external link has a page in the program, with a button that opens the link. */
const EXTERNAL_PAGE = '/vab/external-link'

/** Path of the page in this program. */
export const pagePathOf = ({ href }: DemoRoute): string => (href.startsWith('https:') ? EXTERNAL_PAGE : href)

const selectedUsername = createObservable<MockAccount['username']>('admin')
const accountOf = (username: string): MockAccount | undefined =>
  MOCK_ACCOUNTS.find((account) => account.username === username)

/** The mock account whose view the demo pages show, until the window reloads. */
export function useMockAccount(): { played: MockAccount | undefined; play: (username: string) => void } {
  return {
    played: accountOf(useSyncExternalStore(selectedUsername.subscribe, selectedUsername.get)),
    play: selectedUsername.set,
  }
}

/** Whether the chosen mock account may see the page at this address. */
export function useCanSeePage(pathname: string): boolean {
  const { played } = useMockAccount()
  const found = DEMO_ROUTES.find((each) => matchPath(pagePathOf(each), pathname))
  return played !== undefined && canSeeRoute(played.roles, found?.route.meta.roles)
}
