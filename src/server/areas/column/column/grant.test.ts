import { expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { buildSite } from '#tests/builders/site.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const { add, edit, publish, plain, exportSheet } = PERMISSION
const COLUMNS = { siteId: 0, menuId: MENU.columns }

onBothDatabases('what a maker of columns is given', (server) => {
  /** Two sites with a list each, and an editor who holds these codes on them. */
  async function stage(held: { one: readonly number[]; two: readonly number[] }) {
    const admin = await server().as('admin')
    const { db } = server().deps
    const [one, two] = [await buildSite(db), await buildSite(db)]
    const list = (siteId: number) => admin.ok('column.saveBase', { siteId, title: '列表', menuType: 1 })
    const [first, second] = [await list(one), await list(two)]
    await grantExactly(db, 'editor', [
      COLUMNS,
      { siteId: one, menuId: first.id, settings: held.one },
      { siteId: two, menuId: second.id, settings: held.two },
    ])
    return { admin, editor: await server().as('editor'), one, two, first, second }
  }
  /** The codes that the editor's role has on the column, and those that the column offers. */
  async function given(id: number): Promise<{ held: number[]; offered: number[] }> {
    const { db } = server().deps
    const grant = db.selectFrom('role_grant').select('settings').where('menuId', '=', id)
    const column = db.selectFrom('site_column').select('setting').where('id', '=', id)
    const { settings } = await grant.executeTakeFirstOrThrow()
    const { setting } = await column.executeTakeFirstOrThrow()
    return { held: JSON.parse(settings) as number[], offered: JSON.parse(setting) as number[] }
  }
  const both = (codes: number[]) => ({ held: codes, offered: codes })

  it('is limited to the creator’s own: ids offered by the parent there, others anywhere on the site', async () => {
    const { editor, one, first } = await stage({ one: [plain, edit], two: [add, publish] })
    const form = { siteId: one, title: '新', menuType: 1 }
    expect(await given((await editor.ok('column.saveBase', form)).id)).toEqual(both([edit, plain]))
    const asked = { ...form, setting: [add, edit, publish, exportSheet] }
    expect(await given((await editor.ok('column.saveBase', asked)).id)).toEqual(both([edit]))
    const below = { ...asked, parentId: first.id }
    expect(await given((await editor.ok('column.saveBase', below)).id)).toEqual(both([edit]))
  })
  it('is limited, for a copy, to ids that the creator has on the original and in the target site', async () => {
    const { editor, one, two, first, second } = await stage({ one: [plain, edit, publish], two: [plain, add, publish] })
    const copy = (copyIdFrom: number, toSiteId: number) =>
      editor.ok('column.copy', { copyIdFrom, toSiteId, toMenuParentId: 0 })
    expect(await given((await copy(first.id, two)).id)).toEqual(both([publish, plain]))
    expect(await given((await copy(second.id, one)).id)).toEqual(both([publish, plain]))
    expect(await given((await copy(first.id, one)).id)).toEqual(both([edit, publish, plain]))
  })
  it('is not extended by a later change of the column, and keeps ids that others set', async () => {
    const { admin, editor, first } = await stage({ one: [plain, edit], two: [add] })
    const offered = async () => (await admin.ok('column.findById', { id: first.id })).setting
    await admin.ok('column.saveBase', { id: first.id, title: '列表', setting: [add, edit, plain] })
    await editor.ok('column.saveBase', { id: first.id, title: '列表', setting: [plain, publish, exportSheet] })
    expect(await offered()).toEqual([add, plain])
    await editor.ok('column.saveBase', { id: first.id, title: '列表', setting: [plain, edit] })
    expect(await offered()).toEqual([add, edit, plain])
  })
  it('is everything, for a super administrator', async () => {
    const { admin, one } = await stage({ one: [], two: [] })
    const made = await admin.ok('column.saveBase', {
      siteId: one,
      title: '新',
      menuType: 1,
      setting: [add, exportSheet],
    })
    expect(made.setting).toEqual([add, exportSheet])
  })
})
