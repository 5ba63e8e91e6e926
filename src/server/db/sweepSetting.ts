import { DAY_MS } from '#shared/util/dates.ts'

/** When the store was last swept, epoch ms as text. */
export const SWEEP_SETTING = 'sweep.last'

/**
 * SQL that postpones the next sweep by a week after a restore. The restored database does not know files that were
 * stored after the backup, and a later backup that refers to them may still be restored.
 */
export const postponeSweepSql = (now: number): string =>
  `insert into setting (name, value) values ('${SWEEP_SETTING}', '${now + 6 * DAY_MS}')
   on conflict (name) do update set value = excluded.value`
