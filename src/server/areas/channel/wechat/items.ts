import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { AppError } from '#shared/errors/index.ts'
import type { WechatApi, WechatConfigRow } from './api.ts'
import { concernsAccount, WechatRefusal } from './refusal.ts'
import type { WechatRuleRow } from './rules.ts'
import type { ContentColumn } from '#server/areas/content/entry/index.ts'
import type { RunningJob } from '#server/http/jobWork.ts'

/** What the carrying out of a rule works with. */
export interface Run {
  deps: ServerDeps
  job: Pick<RunningJob, 'report'>
  rule: WechatRuleRow
  column: ContentColumn
  config: WechatConfigRow
  api: WechatApi
}

/** How it went. */
export interface Outcome {
  done: number
  failed: number
  /** Of the first that failed. */
  reason: string
}

/** One article, by its own key in the log. */
export interface Item {
  itemKey: string
  title: string
  contentId: number
}

/** The keys that need nothing more: what went through, and what a person has to look after. */
export async function settledKeys({ deps, rule }: Run): Promise<ReadonlySet<string>> {
  const rows = await deps.db
    .selectFrom('wechat_log')
    .select('itemKey')
    .where('ruleId', '=', rule.id)
    .where('state', '!=', 'failed')
    .execute()
  return new Set(rows.map(({ itemKey }) => itemKey))
}

/**
 * Notes what became of an item that is not settled; answers whether this call did so, and not another run of the rule.
 */
export async function settle(
  db: Kysely<Database>,
  { deps, rule }: Pick<Run, 'deps' | 'rule'>,
  item: Item,
  became: { state: 'done' | 'failed' | 'doubtful'; reason: string; mediaId?: string },
): Promise<boolean> {
  const row = { ...item, mediaId: '', ...became, createTime: deps.clock.now().getTime() }
  const noted = await db
    .insertInto('wechat_log')
    .values({ ...row, ruleId: rule.id })
    .onConflict((conflict) =>
      conflict.columns(['ruleId', 'itemKey']).doUpdateSet(row).where('wechat_log.state', '=', 'failed'),
    )
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Why it failed, for people. @throws the error when every other article would fail of it, too */
export function reasonOf(error: unknown): string {
  if (error instanceof WechatRefusal) return error.message
  if (error instanceof AppError) return error.message
  throw error
}

/** Does the error end the whole run? */
export const endsRun = (error: unknown): boolean =>
  (error instanceof WechatRefusal && concernsAccount(error.errcode)) ||
  (error instanceof AppError && (error.code === 'unavailable' || error.code === 'not-found'))
