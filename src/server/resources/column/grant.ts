import type { CallContext } from '#server/http/context.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import type { ColumnRow } from './repo.ts'

/** Grants the maker's role what it made, with all its permission ids: else its own new column would be out of its reach. */
export async function grantToMaker(ctx: CallContext, rows: readonly Pick<ColumnRow, 'id' | 'siteId' | 'setting'>[]) {
  const { authority } = ctx.signed()
  if (isSuper(authority)) return
  for (const row of rows)
    await ctx.db
      .insertInto('role_grant')
      .values({ roleId: authority.groupId, siteId: row.siteId, menuId: row.id, settings: row.setting })
      .execute()
}
