import type { RecordChange } from '#shared/contract/log.ts'
import { areaOf } from '#shared/contract/define.ts'
import { type ApiName, apiNames, operation } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { redact } from '#shared/util/redact.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Watched } from '#server/http/callLog.ts'
import type { Resource } from '#server/http/routes.ts'

const readsRecord = (name: ApiName): boolean => {
  const op = operation(name)
  return op.kind === 'api' && op.record === true
}
/** By area, the operation that reads one of its records. Content has its own history. */
const READ_BY: ReadonlyMap<string, ApiName> = new Map(
  apiNames.filter((name) => readsRecord(name)).map((name) => [areaOf(name), name]),
)

/** Most compared records per call, and fields per record. */
const MAX_RECORDS = 20
const MAX_FIELDS = 60
/** Stored characters of a value, and those before its first difference. */
const SHOWN = 300
const AROUND = 40
/** Fields about the save itself, which the log line already contains. */
const OWN = /^(version|updatedBy|updateTime|updateDate|changedBy|changedAt|lastModified\w*)$/

type Found = Readonly<Record<string, unknown>>
/** Reads a record by id; null when missing. */
type ReadRecord = (ctx: CallContext, id: number) => Promise<Found | null>
type RecordReaders = (name: ApiName) => ReadRecord | null

/** Readers of records, by any operation of their area. */
export function recordReaders(served: readonly Resource[]): RecordReaders {
  const routes = Object.assign({}, ...served.map((resource) => resource.routes ?? {})) as NonNullable<
    Resource['routes']
  >
  return (name) => {
    const reader = READ_BY.get(areaOf(name))
    const handle = reader && routes[reader]
    if (typeof handle !== 'function') return null
    const call = handle as (ctx: CallContext, input: unknown) => Promise<unknown>
    return async (ctx, id) => {
      try {
        const found = await call(ctx, { id })
        return typeof found === 'object' && found !== null ? (found as Found) : null
      } catch (error) {
        // Deleted, or not accessible: the call itself reports that.
        if (error instanceof AppError) return null
        throw error
      }
    }
  }
}

const isRecord = (value: unknown): value is Found => typeof value === 'object' && value !== null
const idOf = (value: unknown): number => (isRecord(value) && typeof value.id === 'number' ? value.id : 0)

/** Record ids in a parsed input: {id}, {idList}, or a list of ids. */
export function idsOf(input: unknown): number[] {
  const list = isRecord(input) && Array.isArray(input.idList) ? (input.idList as unknown[]) : input
  const ids = Array.isArray(list) ? list : [idOf(input)]
  return ids.filter((id): id is number => typeof id === 'number' && id !== 0).slice(0, MAX_RECORDS)
}

/** Reads the records before the call. The returned function reads them again and compares. */
export async function watchRecords(
  read: ReadRecord | null,
  ctx: CallContext,
  input: unknown,
  personal: readonly string[],
): Promise<(ctx: CallContext, result: unknown) => Promise<Watched>> {
  if (!read) return async () => ({ changes: [], siteId: 0 })
  const ids = idsOf(input)
  const before = new Map<number, Found | null>()
  for (const id of ids) before.set(id, await read(ctx, id))
  return async (after, result) => {
    const made = ids.length === 0 ? idOf(result) : 0
    const changes: RecordChange[] = []
    let siteId = 0
    for (const id of made === 0 ? ids : [made]) {
      const [was, is] = [before.get(id) ?? null, await read(after, id)]
      const change = changeOf(id, was, is, personal)
      if (change) changes.push(change)
      siteId ||= siteOf(is ?? was)
    }
    return { changes, siteId }
  }
}

const siteOf = (found: Found | null): number => (typeof found?.siteId === 'number' ? found.siteId : 0)

/** Differences between two states of a record; null for none. */
export function changeOf(
  id: number,
  was: Found | null,
  is: Found | null,
  personal: readonly string[] = [],
): RecordChange | null {
  const there = is ?? was
  if (!there) return null
  const hide = { hidden: '***', personal }
  const [old, now] = [redact(was ?? {}, hide) as Found, redact(is ?? {}, hide) as Found]
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])].filter((name) => !OWN.test(name))
  // Compares unredacted values, so that a change of a hidden field is logged, but not its values.
  const other = names.filter((name) => textOf(was?.[name]) !== textOf(is?.[name]))
  if (other.length === 0) return null
  const kept = other.slice(0, MAX_FIELDS)
  return {
    id,
    title: nameOf(there),
    what: !was ? 'made' : is ? 'changed' : 'removed',
    fields: kept.map((name) => ({ name, ...cut(textOf(old[name]), textOf(now[name])) })),
    more: other.length - kept.length,
  }
}

const NAMES = ['title', 'name', 'userName', 'roleName', 'sensitiveWord', 'productName', 'templateName'] as const
const nameOf = (found: Found): string => {
  const name = NAMES.map((each) => found[each]).find((value) => typeof value === 'string')
  return typeof name === 'string' ? name.slice(0, 100) : ''
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Cuts both texts to a window around their first difference. */
function cut(before: string, after: string): { before: string; after: string } {
  let same = 0
  while (same < before.length && before[same] === after[same]) same += 1
  const from = Math.max(0, same - AROUND)
  const part = (text: string): string => {
    if (text.length <= SHOWN) return text
    return `${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN)}${text.length > from + SHOWN ? '…' : ''}`
  }
  return { before: part(before), after: part(after) }
}
