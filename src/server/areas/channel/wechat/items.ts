import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { AppError } from '#shared/errors/index.ts'
import type { WechatApi, WechatConfigRow } from './api.ts'
import { isAccountError, WechatError } from './errors.ts'
import type { WechatRuleRow } from './rules.ts'
import type { ContentColumn } from '#server/areas/content/entry/index.ts'
import type { RunningJob } from '#server/http/jobWork.ts'

/** Context of one run of a rule. */
export interface RuleRun {
  deps: ServerDeps
  job: Pick<RunningJob, 'report'>
  rule: WechatRuleRow
  column: ContentColumn
  config: WechatConfigRow
  api: WechatApi
}

/** Totals of a run. */
export interface RunTotals {
  done: number
  failed: number
  /** Reason of the first failure. */
  reason: string
}

/** An article, identified by its key in the log. */
export interface Item {
  itemKey: string
  title: string
  contentId: number
}

/** Keys that this run skips: done ones, and doubtful ones that a person has to check. */
export async function readSettledKeys({ deps, rule }: RuleRun): Promise<ReadonlySet<string>> {
  const rows = await deps.db
    .selectFrom('wechat_log')
    .select('itemKey')
    .where('ruleId', '=', rule.id)
    .where('state', '!=', 'failed')
    .execute()
  return new Set(rows.map(({ itemKey }) => itemKey))
}

/** Logs the result of an item unless another run has logged it. Returns whether this call did. */
export async function logResult(
  db: Kysely<Database>,
  { deps, rule }: Pick<RuleRun, 'deps' | 'rule'>,
  item: Item,
  result: { state: 'done' | 'failed' | 'doubtful'; reason: string; mediaId?: string },
): Promise<boolean> {
  const row = { ...item, mediaId: '', ...result, createTime: deps.clock.now().getTime() }
  const logged = await db
    .insertInto('wechat_log')
    .values({ ...row, ruleId: rule.id })
    .onConflict((conflict) =>
      conflict.columns(['ruleId', 'itemKey']).doUpdateSet(row).where('wechat_log.state', '=', 'failed'),
    )
    .returning('id')
    .executeTakeFirst()
  return logged !== undefined
}

/** Error text for people. @throws errors that are not expected, which end the run */
export function toReason(error: unknown): string {
  if (error instanceof WechatError) return error.message
  if (error instanceof AppError) return error.message
  throw error
}

/** Whether the error ends the whole run, because every other article would fail as well. */
export const isFatalError = (error: unknown): boolean =>
  (error instanceof WechatError && isAccountError(error.errcode)) ||
  (error instanceof AppError && (error.code === 'unavailable' || error.code === 'not-found'))
