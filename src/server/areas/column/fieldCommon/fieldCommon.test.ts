import { expect, it } from 'vitest'
import { commonField } from '#shared/contract/fieldCommon.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const names = async (client: TestClient, showDraft = false) =>
  (await client.ok('fieldCommon.getList', { showDraft })).flatMap((group) =>
    group.fields.map((field) => field.fieldName),
  )

onBothDatabases('the catalogue of fields', (server) => {
  it('comes in groups, with all that a column needs of a field [A-248]', async () => {
    const admin = await server().as('admin')
    const groups = await admin.ok('fieldCommon.getList', {})
    expect(groups.map((group) => group.title).slice(0, 3)).toEqual(['基础字段', '时间字段', '图片与文件'])
    for (const { fields } of groups) for (const field of fields) expect(commonField.parse(field)).toEqual(field)
    const kinds = new Set(groups.flatMap((group) => group.fields.map((field) => field.fieldType)))
    expect(kinds).toEqual(new Set(commonField.shape.fieldType.options))
    expect(groups[0]?.fields[0]).toMatchObject({ fieldName: 'title', isRequired: true, isAdd: true, relationMark: '' })
  })
  it('gives fields that a column can be set to as they are', async () => {
    const admin = await server().as('admin')
    const chosen = (await admin.ok('fieldCommon.getList', {})).flatMap((group) => group.fields)
    const { id } = await admin.ok('column.saveBase', { siteId: 1, title: '全部字段', menuType: 1 })
    await admin.ok('column.settingField', { id, menuFieldDTOList: chosen })
    const { menuFieldDTOList } = await admin.ok('column.getSettingField', { id })
    expect(menuFieldDTOList.map((field) => field.fieldName)).toEqual(chosen.map((field) => field.fieldName))
  })
  it('leaves out what is not published [B-364] [B-365]', async () => {
    const admin = await server().as('admin')
    const [first] = await admin.ok('fieldCommon.getList', {})
    const id = first?.fields.find((field) => field.fieldName === 'author')?.id ?? 0
    expect(await admin.call('fieldCommon.draft', [{ id }])).toMatchObject({ code: 200, msg: '操作成功' })
    expect(await names(admin)).not.toContain('author')
    expect(await names(admin, true)).toContain('author')
    await admin.ok('fieldCommon.publish', [id])
    expect(await names(admin)).toContain('author')
  })
  it('changes all of a list or none', async () => {
    const admin = await server().as('admin')
    const before = await names(admin)
    const [first] = await admin.ok('fieldCommon.getList', {})
    expect(await admin.call('fieldCommon.draft', [first?.fields[0]?.id, 9001])).toMatchObject({
      status: 404,
      msg: '编号为 9001 的字段不存在，请刷新后重新选择',
    })
    expect(await names(admin)).toEqual(before)
  })
  it('is sorted, larger first [B-366]', async () => {
    const admin = await server().as('admin')
    const [first] = await admin.ok('fieldCommon.getList', {})
    const last = first?.fields.at(-1)
    expect(await admin.call('fieldCommon.updateSort', { id: last?.id, sort: 9999 })).toMatchObject({ msg: '更新成功' })
    expect((await names(admin))[0]).toBe(last?.fieldName)
    expect((await admin.call('fieldCommon.updateSort', { id: 9001, sort: 1 })).status).toBe(404)
    expect((await admin.call('fieldCommon.updateSort', { id: 1, sort: -1 })).msg).toBe('排序不能小于 0')
  })
})
