import { type ComponentType, useSyncExternalStore } from 'react'
import { matchPath } from 'react-router-dom'
import { MOCK_ACCOUNTS, type MockAccount } from '#shared/mock/accounts.ts'
import { maySee, MOCK_ROUTES, type MockRoute } from '#shared/mock/routes.ts'
import { createObservable } from '#shared/util/observable.ts'

/** A route of the mock with its whole address. */
export interface DemoRoute {
  href: string
  route: MockRoute
  /** Title of the group that lists the page. */
  within: string
}

/** The contents of the pages by address. `text` stands below the title, which comes from the route. */
export type DemoContents = Readonly<Record<string, { text: string; Content: ComponentType }>>

/** Demo pages outside of the mock routes (B·§2); every mock account may see them. */
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
    // A group ('Layout') has no page of its own.
    return route.component === 'Layout' ? below : [{ href, route, within }, ...below]
  })

export const DEMO_ROUTES: readonly DemoRoute[] = [...flat(MOCK_ROUTES.slice(1), '', ''), ...FORWARDING]

/** The external link has a page in the program, with a button that opens the link. */
const EXTERNAL_PAGE = '/vab/external-link'

/** Path of the page in this program. */
export const pageOf = ({ href }: DemoRoute): string => (href.startsWith('https:') ? EXTERNAL_PAGE : href)

const playing = createObservable<MockAccount['username']>('admin')
const accountOf = (username: string): MockAccount | undefined =>
  MOCK_ACCOUNTS.find((account) => account.username === username)

/** The mock account whose view the demo pages show, until the window reloads. */
export function usePlayed(): { played: MockAccount | undefined; play: (username: string) => void } {
  return { played: accountOf(useSyncExternalStore(playing.subscribe, playing.get)), play: playing.set }
}

/** Whether the chosen mock account may see the page at this address. */
export function useSeen(pathname: string): boolean {
  const { played } = usePlayed()
  const found = DEMO_ROUTES.find((each) => matchPath(pageOf(each), pathname))
  return played !== undefined && maySee(played.roles, found?.route.meta.roles)
}
