import type { Problem } from './problem.ts'
import type { SourceFile } from './source.ts'
import { isTest } from './tree.ts'

/** The one place that knows which site the window has chosen. */
const HOME = 'src/renderer/data/currentSite.ts'
const PARTS = /^src\/renderer\/(?:areas|features|ui)\//
/** useSiteChoice keeps the site of its page in the address. */
const PAGE_SITE = 'src/renderer/features/sites/useSiteChoice.ts'
const SESSION_SITE = /\.currentSiteId\b/

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** The views that the screen.ts files load. */
const viewsOf = (files: readonly SourceFile[]): Set<string> =>
  new Set(
    files
      .filter(({ path }) => path.endsWith('/screen.ts'))
      .flatMap(({ path, imports }) => imports.map(({ specifier }) => `${folderOf(path)}/${specifier.slice(2)}`)),
  )

/**
 * A page, and what is opened on it, works on the site that it shows: the window's choice may be another one by the time
 * that somebody saves. Only screens ask for it, and those parts that choose it themselves.
 */
export function siteProblems(files: readonly SourceFile[]): Problem[] {
  const views = viewsOf(files)
  return files
    .filter(({ path }) => path.startsWith('src/renderer/') && path !== HOME && !isTest(path))
    .flatMap(({ path, text, imports }): Problem[] => {
      const problems: Problem[] = []
      const line = text.split('\n').findIndex((each) => SESSION_SITE.test(each)) + 1
      if (line > 0)
        problems.push({ path, line, message: 'the site of the window is useCurrentSite, not the session’s' })
      const asks = imports.find(({ names }) => names.includes('useCurrentSite'))
      const isAllowed = !PARTS.test(path) || path === PAGE_SITE || views.has(path)
      if (asks && !isAllowed && !asks.names.includes('useChooseSite'))
        problems.push({
          path,
          line: asks.line,
          message: 'only a screen asks for the current site: take its siteId, or useSiteAtOpening in a dialog',
        })
      return problems
    })
}
