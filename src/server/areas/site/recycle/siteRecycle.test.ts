import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkAll } from '#server/process/check/index.ts'
import { fillTables } from '#tests/builders/anyRow.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { buildSite } from '#tests/builders/site.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { siteFolder } from '../statics/index.ts'
import { removeExpired } from './repo.ts'

const DAY = 86_400_000

onBothDatabases('a deleted site', (server, start) => {
  it('is gone from every list, and comes back whole [A-226]', async () => {
    const admin = await server().as('admin')
    const template = await buildTemplate(admin)
    await admin.ok('templateSite.bind', { templateId: template.id, siteIds: [1, 2] })
    const before = await admin.ok('site.findById', { id: 2 })
    const tree = await admin.ok('column.getTree', { siteId: 2 })
    expect(await admin.call('site.deleteByIdList', [{ id: 2 }, { id: 2 }])).toMatchObject({
      code: 200,
      msg: '删除成功',
    })
    expect((await admin.call('site.findById', { id: 2 })).status).toBe(404)
    expect((await admin.ok('site.page', {})).content.map((row) => row.id)).not.toContain(2)
    expect((await admin.ok('template.findById', { id: template.id })).relationSiteIds).toEqual([1])
    expect((await admin.call('site.updateSort', { id: 2, sort: 1 })).status).toBe(404)
    const { content } = await admin.ok('site.recycled', { key: 'OCEAN' })
    expect(content).toHaveLength(1)
    expect(content[0]).toMatchObject({ id: 2, symbol: 'ocean', deletedBy: 'admin' })
    const { deleteDate = '', expireDate = '' } = content[0] ?? {}
    expect(Math.round((Date.parse(expireDate) - Date.parse(deleteDate)) / DAY)).toBe(30)
    expect(await admin.call('site.restore', [2])).toMatchObject({ code: 200, msg: '还原成功' })
    expect(await admin.ok('site.findById', { id: 2 })).toEqual(before)
    expect(await admin.ok('column.getTree', { siteId: 2 })).toEqual(tree)
    expect((await admin.ok('template.findById', { id: template.id })).relationSiteIds).toEqual([1, 2])
    expect((await admin.ok('site.recycled', {})).totalElements).toBe(0)
  })

  it('is one of all or none: of 200 ids the three that are gone are named', async () => {
    const { deps, as } = server()
    const admin = await as('admin')
    const ids: number[] = []
    for (let i = 0; i < 197; i++) ids.push(await buildSite(deps.db))
    const { totalElements } = await admin.ok('site.page', {})
    expect(await admin.call('site.deleteByIdList', [...ids, 70_001, 70_002, 70_003])).toMatchObject({
      status: 404,
      msg: '站点（编号 70001、70002、70003）不存在，请刷新后重新选择',
    })
    expect((await admin.ok('site.page', {})).totalElements).toBe(totalElements)
    const [first = 0, second = 0, ...rest] = ids
    const titles = await Promise.all([first, second].map(async (id) => (await admin.ok('site.findById', { id })).title))
    await admin.ok('site.deleteByIdList', [first, second])
    for (const call of ['site.deleteByIdList', 'site.publish'] as const)
      expect((await admin.call(call, [...ids, 70_001])).msg).toBe(
        `站点“${titles[0]}”、“${titles[1]}”已被删除，站点（编号 70001）不存在，请刷新后重新选择`,
      )
    await admin.ok('site.deleteByIdList', rest)
    expect((await admin.ok('site.page', {})).totalElements).toBe(totalElements - 197)
    expect((await admin.call('site.restore', [first, 70_001])).msg).toBe(
      '站点（编号 70001）已不在回收站，请刷新后重新选择',
    )
    const many = Array.from({ length: 10_000 }, (_, i) => 80_000 + i)
    expect((await admin.call('site.restore', many)).msg).toMatch(/^站点（编号 80000、.*80009 等 10000 个）/)
    expect((await admin.call('site.restore', [...many, 1])).msg).toBe('一次最多处理 10000 条，请分批操作')
    expect((await admin.ok('site.page', {})).totalElements).toBe(totalElements - 197)
  })

  it('leaves its symbol and domains to others, and then waits until they are free', async () => {
    const admin = await server().as('admin')
    const id = await buildSite(server().deps.db, { title: '旧站', symbol: 'again', domain: 'again.example' })
    await admin.ok('site.deleteByIdList', [id])
    const next = await admin.ok('site.save', { title: '新站', symbol: 'again' })
    expect(await admin.call('site.restore', [id])).toMatchObject({
      status: 409,
      msg: '站点标识符“again”已被站点“新站”使用，请换一个',
    })
    await admin.ok('site.save', { ...next, symbol: 'moved' })
    await admin.ok('site.updateDomain', { id: next.id, domainList: ['again.example'] })
    expect((await admin.call('site.restore', [id])).msg).toContain('域名“again.example”已绑定到站点“新站”')
    await admin.ok('site.updateDomain', { id: next.id, domainList: [] })
    await admin.ok('site.restore', [id])
    expect(await admin.ok('site.findById', { id })).toMatchObject({ symbol: 'again', domain: 'again.example' })
  })

  it('is removed for good with its columns after 30 days, not before', async () => {
    const other = await start()
    const admin = await other.as('admin')
    await admin.ok('templateSite.bind', { templateId: (await buildTemplate(admin)).id, siteIds: [2] })
    const column = await admin.ok('column.saveBase', { siteId: 2, parentId: 0, title: '已删除的栏目', menuType: 2 })
    await admin.ok('column.deleteByIdList', [column.id])
    const left = async () =>
      Promise.all(
        (['column_bin', 'template_site', 'role_grant'] as const).map(async (table) => {
          const rows = await other.deps.db.selectFrom(table).selectAll().where('siteId', '=', 2).execute()
          return rows.length > 0
        }),
      )
    await admin.ok('site.deleteByIdList', [2])
    const columns = () => other.deps.db.selectFrom('site_column').select('id').where('siteId', '=', 2).execute()
    other.clock.advance(30 * DAY - 60_000)
    await removeExpired(other.deps)
    expect((await columns()).length).toBeGreaterThan(0)
    expect(await left()).toEqual([true, true, true])
    other.clock.advance(120_000)
    await removeExpired(other.deps)
    expect(await columns()).toEqual([])
    expect(await left()).toEqual([false, false, false])
    const later = await other.as('admin')
    expect((await later.ok('site.recycled', {})).totalElements).toBe(0)
    expect((await later.call('site.restore', [2])).status).toBe(404)
  })

  it('leaves nothing of its own behind when its time is over: every reference has its target', async () => {
    const other = await start()
    const admin = await other.as('admin')
    const { db, dataDir } = other.deps
    const made = await fillTables(db, { siteId: 2 })
    expect(made).toEqual(expect.arrayContaining(['dictionary', 'email_channel', 'workflow', 'wechat_config']))
    const pages = siteFolder(dataDir, 2)
    mkdirSync(join(pages, 'a'), { recursive: true })
    await admin.ok('site.deleteByIdList', [2])
    other.clock.advance(31 * DAY)
    await removeExpired(other.deps)
    const place = { db, dataDir, s3: null, files: false, recheckPauseMs: 0 }
    const options = { ...place, rsaKeyFile: undefined, secretKey: undefined, secretKeyBefore: undefined }
    // Contents go with the hourly upkeep of contents.
    const { findings } = await checkAll(options)
    expect(
      findings.filter(
        ({ code, level, items }) =>
          level === 'fault' && code.endsWith('.siteId') && items.join().includes('siteId=2（'),
      ),
    ).toEqual([])
    expect(existsSync(pages)).toBe(false)
  })
})
