import { toAddress, numberedPath, parsePagePath } from '#engine/addresses.ts'
import { DEPENDENCY } from '#engine/dependencies.ts'
import { ArticleThing, ColumnThing, labelsOf } from '#engine/drops.ts'
import { listAll } from '#engine/siteIndex.ts'
import { parseInteger, type TagImplementation } from './blockTag.ts'
import { resolveColumn, drawAll, createForloop } from './list.ts'

/** `crumbs`: once per level from the home page to the page's column, as `crumb`. */
export const crumbs: TagImplementation = {
  *draw(state, _given, body) {
    state.dependsOn(DEPENDENCY.columns)
    const way = state.column ? state.index.pathTo(state.column).filter(({ showCrumbs }) => showCrumbs) : []
    const steps = [
      { title: '首页', url: '/' },
      ...way.map((column) => ({ title: column.title, url: state.index.columnUrl(column) })),
    ]
    for (const [at, step] of steps.entries())
      yield* body({ crumb: { ...step, last: at === steps.length - 1 }, forloop: createForloop(at, steps.length) })
  },
}

/** `nav`: once per visible child of `column` (absent: top-level columns), as `item`. */
export const nav: TagImplementation = {
  *draw(state, given, body, otherwise) {
    const parent = given.column === undefined ? undefined : resolveColumn(state, given.column)
    state.dependsOn(DEPENDENCY.columns)
    const size = parseInteger(given.size, 'size', [1, 200], 200)
    const items = state.index
      .below(parent?.id ?? 0)
      .filter(({ showFront, showLoop }) => showFront && showLoop)
      .slice(0, size)
    if (items.length === 0) yield* otherwise({})
    for (const [at, item] of items.entries())
      yield* body({ item: new ColumnThing(state, item), forloop: createForloop(at, items.length) })
  },
}

/** `channel`: once, with the named column or the page's column, as `channel`. */
export const channel: TagImplementation = {
  *draw(state, given, body, otherwise) {
    const found = resolveColumn(state, given.column)
    if (found) yield* body({ channel: new ColumnThing(state, found) })
    else yield* otherwise({})
  },
}

/** `neighbours`: once, with the `previous` and the `next` article in the order of the column; either may be missing. */
export const neighbours: TagImplementation = {
  *draw(state, _given, body) {
    const { entry } = state
    if (!entry) return
    state.dependsOn(DEPENDENCY.neighbours(entry.id))
    const { previous, next } = state.index.neighbours(entry)
    yield* body({
      previous: previous ? new ArticleThing(state, previous) : null,
      next: next ? new ArticleThing(state, next) : null,
    })
  },
}

/** Number of page links on each side of the current one. */
const AROUND = 4

/** `pages`: once, if the list has more than one page, as `pages`. */
export const pages: TagImplementation = {
  *draw(state, _given, body) {
    const { paging, page } = state
    if (!paging) {
      state.isPagingMissing = true
      return
    }
    const count = pageCount(paging)
    if (count < 2) return
    const first =
      parsePagePath(state.column?.listUrls.find((url) => isFirstOf(url, page.path, page.number)) ?? '') ?? page.path
    const urlOf = (number: number): string => toAddress(numberedPath(first, number))
    const numbers = Array.from({ length: count }, (_none, at) => at + 1).filter(
      (number) => number === 1 || number === count || Math.abs(number - page.number) <= AROUND,
    )
    yield* body({
      pages: {
        total: paging.total,
        count,
        number: page.number,
        size: paging.size,
        first: urlOf(1),
        last: urlOf(count),
        previous: page.number > 1 ? urlOf(page.number - 1) : null,
        next: page.number < count ? urlOf(page.number + 1) : null,
        links: numbers.map((number) => ({ number, url: urlOf(number), current: number === page.number })),
      },
    })
  },
}

const isFirstOf = (url: string, path: string, number: number): boolean => {
  const first = parsePagePath(url)
  return first !== null && numberedPath(first, number) === path
}

/** Number of pages of a list; an empty list has one. */
export const pageCount = ({ total, size }: { total: number; size: number }): number =>
  Math.max(1, Math.ceil(total / size))

/**
 * `banner`: once, if the page's column or an ancestor has a banner: the published entry titled like the column, in the
 * column with the identifier `banner`.
 */
export const banner: TagImplementation = {
  *draw(state, given, body, otherwise) {
    const column = resolveColumn(state, given.column)
    const holder = state.index.source.columns.find(({ identifies }) => identifies === 'banner')
    const banners = holder ? state.list(listAll([holder.id]), 0, 200).shown : []
    for (const each of column ? state.index.pathTo(column).toReversed() : []) {
      const found = banners.find((entry) => (entry.fields.title ?? entry.title).trim() === each.title)
      const { photo = '', link = '' } = found?.fields ?? {}
      if (!found || photo === '') continue
      yield* body({ banner: { url: photo, title: each.title, link } })
      return
    }
    yield* otherwise({})
  },
}

/** `article`: once, with the named entry, or the first one of the named column, as `article`. */
export const article: TagImplementation = {
  *draw(state, given, body, otherwise) {
    const id = parseInteger(given.id, 'id', [1, Number.MAX_SAFE_INTEGER], 0)
    if (id > 0) {
      state.dependsOn(DEPENDENCY.entry(id))
      const found = state.index.entry(id)
      yield* found ? body({ article: new ArticleThing(state, found) }) : otherwise({})
      return
    }
    const column = resolveColumn(state, given.column)
    const shown = column ? state.list(listAll([column.id]), 0, 1).shown : state.entry ? [state.entry] : []
    yield* drawAll(state, shown, body, otherwise)
  },
}

/** `labels`: once per label of the article (on other pages: of the site), as `label`. */
export const labels: TagImplementation = {
  *draw(state, given, body, otherwise) {
    const size = parseInteger(given.size, 'size', [1, 500], 100)
    state.dependsOn(DEPENDENCY.labels)
    const { entry, page } = state
    const all = page.kind === 'entry' && entry ? labelsOf(state, entry) : state.index.source.labels
    const shown = all.slice(0, size)
    if (shown.length === 0) yield* otherwise({})
    for (const [at, label] of shown.entries()) yield* body({ label, forloop: createForloop(at, shown.length) })
  },
}

/** `related`: articles with a label of the page's article, then others of its column, as `article`. */
export const related: TagImplementation = {
  *draw(state, given, body, otherwise) {
    const size = parseInteger(given.size, 'size', [1, 50], 5)
    const { entry, index } = state
    if (!entry) return yield* otherwise({})
    state.dependsOn(DEPENDENCY.labels)
    const everywhere = index.source.columns.map(({ id }) => id)
    const query = (label: number) => ({ ...listAll(everywhere), order: 'date' as const, label, without: entry.id })
    const near = index.labelsOf(entry).flatMap((label) => state.list(query(label), 0, size).shown)
    const others = state.list({ ...listAll([entry.columnId]), excludedId: entry.id }, 0, size).shown
    yield* drawAll(state, [...new Set([...near, ...others])].slice(0, size), body, otherwise)
  },
}
