import type { Problem } from './problem.ts'
import type { SourceFile } from './source.ts'
import { isTest } from './tree.ts'

/** The only module that knows the window's chosen site. */
const CURRENT_SITE_MODULE = 'src/renderer/data/currentSite.ts'
const PARTS = /^src\/renderer\/(?:areas|features|ui)\//
/** useSiteChoice stores the site of its page in the address. */
const PAGE_SITE = 'src/renderer/features/sites/useSiteChoice.ts'
const SESSION_SITE = /\.currentSiteId\b/

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** The views that screen.ts files load. */
const viewsOf = (files: readonly SourceFile[]): Set<string> =>
  new Set(
    files
      .filter(({ path }) => path.endsWith('/screen.ts'))
      .flatMap(({ path, imports }) => imports.map(({ specifier }) => `${folderOf(path)}/${specifier.slice(2)}`)),
  )

/**
 * A page and its dialogs work on the displayed site: the window's choice may change before a save. Only screens read
 * the choice, and parts that set it.
 */
export function siteProblems(files: readonly SourceFile[]): Problem[] {
  const views = viewsOf(files)
  return files
    .filter(({ path }) => path.startsWith('src/renderer/') && path !== CURRENT_SITE_MODULE && !isTest(path))
    .flatMap(({ path, text, imports }): Problem[] => {
      const problems: Problem[] = []
      const line = text.split('\n').findIndex((each) => SESSION_SITE.test(each)) + 1
      if (line > 0)
        problems.push({ path, line, message: 'the site of the window is useCurrentSite, not the session’s' })
      const read = imports.find(({ names }) => names.includes('useCurrentSite'))
      const isAllowed = !PARTS.test(path) || path === PAGE_SITE || views.has(path)
      if (read && !isAllowed && !read.names.includes('useChooseSite'))
        problems.push({
          path,
          line: read.line,
          message: 'only a screen may read the current site: use its siteId, or useSiteAtOpening in a dialog',
        })
      return problems
    })
}
