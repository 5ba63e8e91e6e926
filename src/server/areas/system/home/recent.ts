import type { CallContext } from '#server/http/context.ts'
import type { OverviewLink } from '#shared/contract/home.ts'
import { manageUrlOf } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { areaTitle } from '#shared/contract/registry.ts'
import { formatDateTime } from '#shared/util/dates.ts'

/** Log lines that are read, and links that are shown. */
const MAX_LINES = 200
const MAX_LINKS = 8

/** Screens of the records, by area. */
const SCREENS: Readonly<Record<string, string>> = {
  site: '/site/list',
  column: '/site/column/list',
  template: '/site/template/list',
  templateFile: '/site/template/list',
  templateSync: '/site/template/list',
  dictionary: '/data/dictionary',
  classify: '/data/dictionary-tree',
  label: '/data/label',
  labelCategory: '/data/label-category',
  sensitive: '/data/sensitive',
  netWorth: '/data/net-value',
  workflow: '/U176/work-flow',
  copyRule: '/content/cross-site/rule-list',
  account: '/system/account',
  role: '/system/user-group',
  memberGroup: '/member/group',
  memberLevel: '/member/grade',
}

/** Areas whose list finds a record by its name, on any site. */
const SEARCHABLE: ReadonlySet<string> = new Set([
  'site',
  'template',
  'templateFile',
  'dictionary',
  'sensitive',
  'account',
  'role',
])

/** The record's screen, filtered by its name where possible. */
function screenPath(area: string, title: string): string {
  const path = SCREENS[area] ?? ''
  return path !== '' && SEARCHABLE.has(area) ? `${path}?${keyOf(title)}` : path
}

const keyOf = (title: string): string => new URLSearchParams({ key: title.slice(0, 100) }).toString()

interface RecentAction {
  key: string
  /** Id of an entry; 0: another record. */
  entryId: number
  title: string
  area: string
  time: number
}

/** Links to entries by id, without entries that the caller may not read. */
export async function readEntryLinks(
  ctx: CallContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Omit<OverviewLink, 'time'>>> {
  const rows = await ctx.db
    .selectFrom('content')
    .innerJoin('site_column', 'site_column.id', 'content.classId')
    .innerJoin('site', 'site.id', 'content.siteId')
    .select(['content.id', 'content.title', 'content.classId', 'content.siteId'])
    .select(['site_column.title as column', 'site_column.menuType', 'site.title as site'])
    .where('content.id', 'in', [...ids, -1])
    .where('content.isRecycled', '=', 0)
    .where('site.deleteTime', 'is', null)
    .execute()
  const { authority } = ctx.requireSignedIn()
  return new Map(
    rows
      .filter(({ classId, siteId, column }) => {
        const place = { id: classId, siteId, title: column }
        return contentRefusal(authority, place, 'read') === null
      })
      .map(({ id, title, classId, menuType, column, site }) => {
        const path = manageUrlOf(menuType, classId)
        const key = title === '' ? '' : `?${keyOf(title)}`
        return [id, { title: title || `编号为 ${id} 的内容`, note: `${site} / ${column}`, path: `${path}${key}` }]
      }),
  )
}

/** The caller's latest changes, from the operation log. */
export async function readRecentWork(ctx: CallContext): Promise<OverviewLink[]> {
  const lines = await ctx.db
    .selectFrom('operation_log')
    .select(['operation', 'area', 'input', 'answer', 'changes', 'createTime'])
    .where('accountId', '=', ctx.requireSignedIn().accountId)
    .where('code', '=', 200)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LINES)
    .execute()
  const actions = new Map<string, RecentAction>()
  for (const line of lines) {
    const action = toAction(line)
    if (action && !actions.has(action.key)) actions.set(action.key, { ...action, time: line.createTime })
  }
  const entries = await readEntryLinks(
    ctx,
    [...actions.values()].flatMap(({ entryId }) => (entryId === 0 ? [] : [entryId])),
  )
  const links = [...actions.values()].flatMap(({ entryId, title, area, time }): OverviewLink[] => {
    const timeOfChange = { time: formatDateTime(time) }
    const entry = entries.get(entryId)
    if (entryId !== 0) return entry ? [{ ...entry, ...timeOfChange }] : []
    return [{ title, note: areaTitle(area), path: screenPath(area, title), ...timeOfChange }]
  })
  return links.slice(0, MAX_LINKS)
}

interface Line {
  operation: string
  area: string
  input: string
  answer: string
  changes: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const parseId = (json: string): number => {
  const value: unknown = JSON.parse(json)
  return isRecord(value) && typeof value.id === 'number' ? value.id : 0
}

/** The record of a log line; null when it cannot be opened again. */
function toAction(line: Line): Omit<RecentAction, 'time'> | null {
  const { area } = line
  if (line.operation === 'content.save') {
    const entryId = parseId(line.input) || parseId(line.answer)
    return entryId === 0 ? null : { key: `content ${entryId}`, entryId, title: '', area }
  }
  if (!(area in SCREENS)) return null
  if (area === 'templateFile' || area === 'templateSync') {
    const input: unknown = JSON.parse(line.input)
    const place = isRecord(input) ? (input.path ?? input.folder) : ''
    const folder = typeof place === 'string' ? place.split('/')[0] : ''
    return folder ? { key: `template ${folder}`, entryId: 0, title: folder, area: 'templateFile' } : null
  }
  const changes: unknown = line.changes === '' ? [] : JSON.parse(line.changes)
  const first: unknown = Array.isArray(changes) ? changes[0] : null
  if (!isRecord(first) || first.what === 'removed' || typeof first.title !== 'string' || first.title === '') return null
  return { key: `${area} ${String(first.id)}`, entryId: 0, title: first.title, area }
}
