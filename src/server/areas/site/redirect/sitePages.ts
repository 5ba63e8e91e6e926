import type { ServerDeps } from '#server/deps.ts'
import { port } from '#server/port.ts'

/** What redirects ask of the built pages of a site. */
export const sitePages = port<{
  /** The path of a page at the old address of a redirect, which nobody sees any more; null: there is none. */
  pageAt(deps: ServerDeps, siteId: number, source: string): Promise<string | null>
}>('pages of built sites')
