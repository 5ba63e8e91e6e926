import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#server/db/schema.ts'
import { readSetting, saveSetting } from '#server/db/settings.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Handler } from '#server/http/routes.ts'
import { logRules } from '#shared/contract/log.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { pruneLines } from './chain.ts'

const RULES_SETTING = 'operationLog.rules'

async function loadRules(db: Kysely<Database>): Promise<z.output<typeof logRules>> {
  const text = await readSetting(db, RULES_SETTING)
  return logRules.parse(text === null ? {} : JSON.parse(text))
}

export const readRules: Handler<'log.rules'> = ({ db }) => loadRules(db)

export const saveRules: Handler<'log.saveRules'> = async (ctx, rules) => {
  if (!isSuper(ctx.requireSignedIn().authority)) throw new AppError('forbidden', '只有超级管理员可以修改操作日志设置')
  await saveSetting(ctx.db, RULES_SETTING, JSON.stringify(rules))
  return rules
}

/** Deletes lines older than the retention period. */
export async function pruneLog(deps: ServerDeps): Promise<void> {
  const { keepDays } = await loadRules(deps.db)
  await pruneLines(deps, deps.clock.now().getTime() - keepDays * DAY_MS)
}
