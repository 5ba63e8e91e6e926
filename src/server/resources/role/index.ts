import { contains } from '#server/db/search.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { formatDateTime } from '#shared/util/dates.ts'

const routes: Routes<'role'> = {
  'role.page': async (ctx, { key, page, size }) => {
    let found = ctx.db.selectFrom('role')
    if (key) found = found.where((eb) => contains([eb.ref('title')], key))
    const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const pages = found.selectAll().orderBy('id').limit(size)
    const rows = await pages.offset((page - 1) * size).execute()
    const roles = rows.map(({ id, title, createTime }) => ({ id, name: title, createDate: formatDateTime(createTime) }))
    return pageOf(roles, total, size)
  },
}

/** Call 143: roles to choose from. */
export const role: Resource = { routes }
