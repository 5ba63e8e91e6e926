import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { PROMOTIONS } from '#shared/domain/promotions.ts'
import { ArticleThing, ColumnThing } from '#engine/drops.ts'
import type { ColumnFacts, EntryFacts } from '#engine/data.ts'
import type { PageState } from '#engine/pageState.ts'
import { toText } from '#engine/safeHtml.ts'
import { ORDERS } from '#engine/catalogue/index.ts'
import type { ListQuery, Order } from '#engine/siteIndex.ts'
import { type DrawBody, parseInteger, type Parameters, type TagImplementation } from './blockTag.ts'

const MAX_SIZE = 1000

/** `list`: once per article. Without `column` the column of the page, divided into pages. */
export const list: TagImplementation = {
  *draw(state, given, body, otherwise) {
    const column = resolveColumn(state, given.column)
    const size = parseInteger(given.size, 'size', [1, MAX_SIZE], 10)
    const offset = parseInteger(given.offset, 'offset', [0, 1_000_000], 0)
    const query = createQuery(state, column, given)
    const isPaged =
      given.paged === undefined ? given.column === undefined && state.kind === 'column' : Boolean(given.paged)
    if (!isPaged || state.kind !== 'column') {
      yield* drawAll(state, state.list(query, offset, size).shown, body, otherwise)
      return
    }
    const first = (state.page.number - 1) * size
    const { shown, total } = state.list(query, offset + first, size, true)
    state.paging = { total: Math.max(0, total - offset), size }
    yield* drawAll(state, shown, body, otherwise)
  },
}

export function* drawAll(
  state: PageState,
  entries: readonly EntryFacts[],
  body: DrawBody,
  otherwise: DrawBody,
): Generator<unknown, void, unknown> {
  if (entries.length === 0) yield* otherwise({})
  for (const [at, entry] of entries.entries())
    yield* body({ article: new ArticleThing(state, entry), forloop: createForloop(at, entries.length) })
}

/** The variables of Liquid's `forloop`. */
export const createForloop = (at: number, length: number): object => ({
  index: at + 1,
  index0: at,
  first: at === 0,
  last: at === length - 1,
  length,
})

/** The named column, or the page's column (undefined on the home page). @throws Error for an unknown column */
export function resolveColumn(state: PageState, given: unknown): ColumnFacts | undefined {
  state.dependsOn('columns')
  if (given === undefined || given === null || given === '') return state.column
  const ref = given instanceof ColumnThing ? String(given.read('id')) : toText(given)
  const found = state.index.find(ref)
  if (!found) throw new Error(`站点没有栏目“${ref}”，请使用栏目的编号、标识符、路径（如 news/group）或名称`)
  return found
}

function createQuery(state: PageState, column: ColumnFacts | undefined, given: Parameters): ListQuery {
  const isBranch = given.children === undefined ? true : Boolean(given.children)
  const columns = column ? (isBranch ? state.index.withDescendants(column) : [column]) : state.index.source.columns
  const order = given.order === undefined ? 'default' : toText(given.order)
  if (!(ORDERS as readonly string[]).includes(order))
    throw new Error(`参数 order 不能是“${order}”，可用的有：${ORDERS.join('、')}`)
  return {
    // Single articles are listed only when their column is named.
    columns: columns.filter((each) => each === column || each.menuType !== COLUMN_TYPE.article).map(({ id }) => id),
    order: order as Order,
    flags: parseFlags(given.flag, 'flag'),
    top: given.top === undefined ? parseFlags('栏目页置顶', 'top') : parseFlags(given.top, 'top'),
    label: parseInteger(given.label, 'label', [0, Number.MAX_SAFE_INTEGER], 0),
    where: parseWhere(given.where),
    excludedId: 0,
  }
}

/** The bits of promotions, which are named by title (首页推荐) or flag (indexElite) and separated by commas. */
function parseFlags(given: unknown, parameter: string): number {
  if (given === undefined || given === null || given === false || given === '') return 0
  return toText(given)
    .split(/[,，]/)
    .map((name) => name.trim())
    .reduce((bits, name) => {
      const at = PROMOTIONS.findIndex(({ flag, title }) => flag === name || title === name)
      if (at < 0)
        throw new Error(
          `参数 ${parameter} 不能是“${name}”，可用的有：${PROMOTIONS.map(({ title }) => title).join('、')}`,
        )
      return bits | (1 << at)
    }, 0)
}

/** Parses `source = 本站, place = 青岛`. */
function parseWhere(given: unknown): [string, string][] {
  if (given === undefined || given === null || given === '') return []
  return toText(given)
    .split(/[,，]/)
    .map((part) => {
      const at = part.indexOf('=')
      if (at < 1) throw new Error(`参数 where 应为“字段 = 值”，当前为“${part.trim()}”`)
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()]
    })
}
