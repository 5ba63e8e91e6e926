import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { templateRecycle } from './0006_template_recycle.ts'

onBothDatabases('a database that was filled before there was a recycle area', (_server, start) => {
  it('gets its menu after the neighbour, and keeps its templates in use', async () => {
    const { deps, as } = await start()
    const menus = () =>
      deps.db.selectFrom('site_column').selectAll().where('parentId', '=', MENU.site).orderBy('sort', 'desc').execute()
    const before = await menus()
    const admin = await as('admin')
    const { totalElements } = await admin.ok('template.list', {})
    await deps.db.deleteFrom('site_column').where('id', '=', MENU.recycle).execute()
    await deps.db.schema.dropIndex('template_order').ifExists().execute()
    await deps.db.schema.alterTable('template').dropColumn('deleteTime').execute()
    await deps.db.schema.alterTable('template').dropColumn('deletedBy').execute()
    await templateRecycle.up(deps.db)
    const after = await menus()
    expect(after.map((row) => row.id)).toEqual(before.map((row) => row.id))
    const made = after.find((row) => row.id === MENU.recycle)
    expect(made).toMatchObject({ siteId: 0, title: '回收站', manageUrl: '/site/recycle', isSystemMenu: 1 })
    expect(made).toEqual(before.find((row) => row.id === MENU.recycle))
    expect(totalElements).toBeGreaterThan(0)
    expect((await admin.ok('template.list', {})).totalElements).toBe(totalElements)
  })
})
