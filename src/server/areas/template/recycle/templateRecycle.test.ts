import { expect, it } from 'vitest'
import { recycledTemplate } from '#shared/contract/template.ts'
import { buildSite } from '#tests/builders/site.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { removeExpired } from './repo.ts'

const DAY = 86_400_000
onBothDatabases('a deleted template', (server, start) => {
  it('is gone from every list, and comes back with files, bindings and cover [A-256]', async () => {
    const admin = await server().as('admin')
    const files = { 'index.html': '<p>一</p>', 'css/a.css': 'a{}' }
    const { id, folder } = await buildTemplate(admin, { name: '归来', files })
    const site = await buildSite(server().deps.db, { isStatus: 0 })
    await admin.ok('templateSite.bind', { templateId: id, siteIds: [site] })
    const before = await admin.ok('template.findById', { id })
    const manifest = await admin.ok('templateSync.manifest', { folder })
    expect(await admin.call('template.deleteByIdList', [{ id }, { id }])).toMatchObject({ code: 200, msg: '删除成功' })
    for (const [name, input] of [
      ['template.findById', { id }],
      ['templateFile.list', { path: folder }],
      ['templateSync.manifest', { folder }],
      ['template.save', { id, name: 'x', folder }],
      ['templateSite.bind', { templateId: id, siteIds: [site] }],
    ] as const)
      expect((await admin.call(name, input)).status, name).toBe(404)
    expect((await admin.ok('templateSite.ofSite', { id: site })).map((row) => row.id)).not.toContain(id)
    expect((await admin.ok('templateFile.list', { path: '' })).map((row) => row.name)).not.toContain(folder)
    const { content } = await admin.ok('template.recycled', { key: '归来' })
    expect(content.map((row) => recycledTemplate.parse(row))).toEqual(content)
    expect(content).toMatchObject([{ id, name: '归来', folder, relationSiteIds: [site], deletedBy: 'admin' }])
    const { deleteDate = '', expireDate = '' } = content[0] ?? {}
    expect(Math.round((Date.parse(expireDate) - Date.parse(deleteDate)) / DAY)).toBe(30)

    expect(await admin.call('template.restore', [{ id }])).toMatchObject({ code: 200, msg: '还原成功' })
    expect(await admin.ok('template.findById', { id })).toEqual(before)
    const after = await admin.ok('templateSync.manifest', { folder })
    expect(after.entries).toEqual(manifest.entries)
    expect(after.version).toBeGreaterThan(manifest.version)
    expect((await admin.ok('template.recycled', { key: '归来' })).totalElements).toBe(0)
  })

  it('leaves its folder name to others, and then waits until it is free', async () => {
    const admin = await server().as('admin')
    const old = await buildTemplate(admin, { name: '旧模板', folder: 'again', files: { 'a.css': 'old' } })
    await admin.ok('template.deleteByIdList', [old.id])
    const next = await buildTemplate(admin, { name: '新模板', folder: 'Again', files: { 'b.css': 'new' } })
    expect(await admin.call('template.restore', [old.id])).toMatchObject({
      status: 409,
      msg: '模板文件夹“again”已被模板“新模板”使用，请换一个名称',
    })
    await admin.ok('template.save', { id: next.id, name: '新模板', folder: 'moved' })
    await admin.ok('template.restore', [old.id])
    expect((await admin.ok('templateFile.list', { path: 'again' })).map((file) => file.name)).toEqual(['a.css'])
    await admin.ok('template.deleteByIdList', [old.id])
    await admin.ok('template.restore', [old.id])
    expect((await admin.ok('templateFile.list', { path: 'again' })).map((file) => file.name)).toEqual(['a.css'])
  })

  it('is one of all or none, deleted and restored; what is missing is named', async () => {
    const admin = await server().as('admin')
    const [one, two] = [await buildTemplate(admin, { files: { 'a.css': '1' } }), await buildTemplate(admin)]
    const total = async () => (await admin.ok('template.list', {})).totalElements
    const all = await total()
    expect(await admin.call('template.deleteByIdList', [one.id, 70_001, two.id, 70_002])).toMatchObject({
      status: 404,
      msg: '模板（编号 70001、70002）不存在，请刷新后重新选择',
      data: { facts: { kind: 'missing', missing: [70001, 70002] } },
    })
    expect(await total()).toBe(all)
    await admin.ok('template.deleteByIdList', [one.id, two.id])
    await buildTemplate(admin, { folder: two.folder })
    expect((await admin.call('template.restore', [one.id, two.id])).status).toBe(409)
    expect((await admin.call('templateFile.list', { path: one.folder })).status).toBe(404)
    expect(await admin.call('template.restore', [one.id, 70_001])).toMatchObject({
      status: 404,
      msg: '模板（编号 70001）已不在回收站，请刷新后重新选择',
    })
    await admin.ok('template.restore', [one.id])
    expect(await admin.ok('templateFile.list', { path: one.folder })).toHaveLength(1)
    expect((await admin.call('template.restore', [one.id])).status).toBe(404)
  })

  it('of sites that the role lacks is hidden, and not restored', async () => {
    const admin = await server().as('admin')
    const hidden = await buildSite(server().deps.db)
    const { id } = await buildTemplate(admin, { name: '别人的', siteId: hidden })
    await admin.ok('template.deleteByIdList', [id])
    const designer = await server().as('designer')
    expect((await designer.ok('template.recycled', { key: '别人的' })).totalElements).toBe(0)
    expect(await designer.call('template.restore', [id])).toMatchObject({
      status: 403,
      msg: `您没有模板（编号 ${id}）所属站点的权限`,
    })
  })

  it('is removed for good with its files after 30 days, not before', async () => {
    const other = await start()
    const admin = await other.as('admin')
    const { id } = await buildTemplate(admin, { files: { 'a.css': 'x' } })
    await admin.ok('template.deleteByIdList', [id])
    const rows = () => other.deps.db.selectFrom('template').select('id').where('id', '=', id).execute()
    const files = () => other.deps.db.selectFrom('template_file').select('path').where('templateId', '=', id).execute()
    other.clock.advance(30 * DAY - 60_000)
    await removeExpired(other.deps)
    expect([(await rows()).length, (await files()).length]).toEqual([1, 1])
    other.clock.advance(120_000)
    const later = await other.as('admin')
    expect((await later.ok('template.recycled', {})).totalElements).toBe(0)
    expect((await later.call('template.restore', [id])).status).toBe(404)
    await removeExpired(other.deps)
    expect([await rows(), await files()]).toEqual([[], []])
  })
})
