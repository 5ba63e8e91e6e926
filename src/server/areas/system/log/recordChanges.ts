import type { RecordChange } from '#shared/contract/log.ts'
import { areaOf } from '#shared/contract/define.ts'
import { type ApiName, apiNames, operation } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { redact } from '#shared/util/redact.ts'
import type { CallContext } from '#server/http/context.ts'
import type { RecordedChanges } from '#server/http/callLog.ts'
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
const MAX_VALUE_LENGTH = 300
const CONTEXT_LENGTH = 40
/** Fields about the save itself, which the log line already contains. */
const SAVE_FIELDS = /^(version|updatedBy|updateTime|updateDate|changedBy|changedAt|lastModified\w*)$/

type RecordValues = Readonly<Record<string, unknown>>
/** Reads a record by id; null when missing. */
type ReadRecord = (ctx: CallContext, id: number) => Promise<RecordValues | null>
type RecordReaders = (name: ApiName) => ReadRecord | null

/** Readers of records, by any operation of their area. */
export function createRecordReaders(served: readonly Resource[]): RecordReaders {
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
        return typeof found === 'object' && found !== null ? (found as RecordValues) : null
      } catch (error) {
        // Deleted, or not accessible: the call itself reports that.
        if (error instanceof AppError) return null
        throw error
      }
    }
  }
}

const isRecord = (value: unknown): value is RecordValues => typeof value === 'object' && value !== null
const findId = (value: unknown): number => (isRecord(value) && typeof value.id === 'number' ? value.id : 0)

/** Record ids in a parsed input: {id}, {idList}, or a list of ids. */
export function findIds(input: unknown): number[] {
  const list = isRecord(input) && Array.isArray(input.idList) ? (input.idList as unknown[]) : input
  const ids = Array.isArray(list) ? list : [findId(input)]
  return ids.filter((id): id is number => typeof id === 'number' && id !== 0).slice(0, MAX_RECORDS)
}

/** Reads the records before the call. The returned function reads them again and compares. */
export async function watchRecords(
  read: ReadRecord | null,
  ctx: CallContext,
  input: unknown,
  personal: readonly string[],
): Promise<(ctx: CallContext, result: unknown) => Promise<RecordedChanges>> {
  if (!read) return async () => ({ changes: [], siteId: 0 })
  const ids = findIds(input)
  const before = new Map<number, RecordValues | null>()
  for (const id of ids) before.set(id, await read(ctx, id))
  return async (after, result) => {
    const createdId = ids.length === 0 ? findId(result) : 0
    const changes: RecordChange[] = []
    let siteId = 0
    for (const id of createdId === 0 ? ids : [createdId]) {
      const [was, is] = [before.get(id) ?? null, await read(after, id)]
      const change = compareRecord(id, was, is, personal)
      if (change) changes.push(change)
      siteId ||= findSiteId(is ?? was)
    }
    return { changes, siteId }
  }
}

const findSiteId = (found: RecordValues | null): number => (typeof found?.siteId === 'number' ? found.siteId : 0)

/** Differences between two states of a record; null for none. */
export function compareRecord(
  id: number,
  was: RecordValues | null,
  is: RecordValues | null,
  personal: readonly string[] = [],
): RecordChange | null {
  const record = is ?? was
  if (!record) return null
  const hide = { placeholder: '***', personal }
  const [old, now] = [redact(was ?? {}, hide) as RecordValues, redact(is ?? {}, hide) as RecordValues]
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])].filter(
    (name) => !SAVE_FIELDS.test(name),
  )
  // Compares unredacted values, so that a change of a hidden field is logged, but not its values.
  const changedNames = names.filter((name) => toText(was?.[name]) !== toText(is?.[name]))
  if (changedNames.length === 0) return null
  const loggedNames = changedNames.slice(0, MAX_FIELDS)
  return {
    id,
    title: findName(record),
    what: !was ? 'made' : is ? 'changed' : 'removed',
    fields: loggedNames.map((name) => ({ name, ...cutAroundDifference(toText(old[name]), toText(now[name])) })),
    more: changedNames.length - loggedNames.length,
  }
}

const NAMES = ['title', 'name', 'userName', 'roleName', 'sensitiveWord', 'productName', 'templateName'] as const
const findName = (found: RecordValues): string => {
  const name = NAMES.map((each) => found[each]).find((value) => typeof value === 'string')
  return typeof name === 'string' ? name.slice(0, 100) : ''
}

const toText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Cuts both texts to a window around their first difference. */
function cutAroundDifference(before: string, after: string): { before: string; after: string } {
  let commonLength = 0
  while (commonLength < before.length && before[commonLength] === after[commonLength]) commonLength += 1
  const from = Math.max(0, commonLength - CONTEXT_LENGTH)
  const part = (text: string): string => {
    if (text.length <= MAX_VALUE_LENGTH) return text
    return `${from > 0 ? '…' : ''}${text.slice(from, from + MAX_VALUE_LENGTH)}${text.length > from + MAX_VALUE_LENGTH ? '…' : ''}`
  }
  return { before: part(before), after: part(after) }
}
