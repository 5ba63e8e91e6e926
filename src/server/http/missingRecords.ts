import { AppError } from '#shared/errors/index.ts'
import { someOf } from '#shared/util/lists.ts'

const listed = (names: readonly (string | number)[]): string => someOf(names, 10, ' 等 N 个')

/** Records that a call needs and that do not exist. */
interface MissingRecords {
  /** Kind of the records: 站点, 模板. */
  kind: string
  /** Ids of all missing records. */
  ids: readonly number[]
  /** Titles of deleted records; the message names the others by id. */
  titles?: ReadonlyMap<number, string>
  /** Problem of the records that are named by id. */
  problem?: string
}

/**
 * AppError `not-found` that names the missing records. Its fact has all their ids, so that a client can save the rest
 * of a selection.
 */
export function missingRecords({ kind, ids, titles = new Map(), problem = '不存在' }: MissingRecords): AppError {
  const deleted = ids.flatMap((id) => titles.get(id) ?? []).map((title) => `“${title}”`)
  const unknown = ids.filter((id) => !titles.has(id))
  const parts = [
    ...(deleted.length > 0 ? [`${kind}${listed(deleted)}已被删除`] : []),
    ...(unknown.length > 0 ? [`${kind}（编号 ${listed(unknown)}）${problem}`] : []),
  ]
  return new AppError('not-found', `${parts.join('，')}，请刷新后重新选择`, {
    details: { fact: { kind: 'missing', missing: [...ids] } },
  })
}

/** AppError `not-found` for a single record, whose id is in its fact. */
export const missingRecord = (message: string, id: number): AppError =>
  new AppError('not-found', message, { details: { fact: { kind: 'missing', missing: [id] } } })
