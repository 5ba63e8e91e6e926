import { DAY_MS } from '#shared/util/dates.ts'

/** When the store was last swept, ms as text. */
export const SWEEP_SETTING = 'sweep.last'

/** A restored database knows nothing of what the store got since: a later backup may still be restored for a week. */
export const postponeSweep = (now: number): string =>
  `insert into setting (name, value) values ('${SWEEP_SETTING}', '${now + 6 * DAY_MS}')
   on conflict (name) do update set value = excluded.value`
