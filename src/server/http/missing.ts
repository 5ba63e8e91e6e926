import { AppError } from '#shared/errors/index.ts'
import { someOf } from '#shared/util/lists.ts'

const listed = (names: readonly (string | number)[]): string => someOf(names, 10, ' 等 N 个')

/** What a call was to work with and did not find. */
interface Missing {
  /** What it is: 站点, 模板. */
  kind: string
  /** All that are missing. */
  ids: readonly number[]
  /** Titles of those that were deleted; the others are named by their ids. */
  titles?: ReadonlyMap<number, string>
  /** What is the matter with those that are named by id. */
  problem?: string
}

/**
 * AppError `not-found` that names the missing records; its fact has all their ids, so that the rest of a selection can
 * be saved.
 */
export function missing({ kind, ids, titles = new Map(), problem = '不存在' }: Missing): AppError {
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
export const goneRecord = (message: string, id: number): AppError =>
  new AppError('not-found', message, { details: { fact: { kind: 'missing', missing: [id] } } })
