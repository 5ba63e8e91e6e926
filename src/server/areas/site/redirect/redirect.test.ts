import { expect, it } from 'vitest'
import { buildStatics, visit } from '#tests/builders/builtSite.ts'
import { columnNamed } from '#tests/builders/column.ts'
import { saveArticle } from '#tests/builders/content.ts'
import { rowsIn, sheetOf } from '#tests/builders/sheet.ts'
import { upload } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { saveMovedPages } from './moved.ts'
import { writeHits } from './serve.ts'

const HOST = 'www.group.example'
const WAIT = { timeout: 10_000, interval: 50 }

onBothDatabases('redirects', (server, start) => {
  it('are refused with a remedy when they lead in a circle or are there already', async () => {
    const admin = await server().as('admin')
    const made = await admin.ok('redirect.save', { siteId: 2, source: '/a/', target: '/b' })
    expect(await admin.call('redirect.save', { siteId: 2, source: '/b', target: '/a/index.html' })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('会形成循环跳转：/b → /a/index.html → /b'),
    })
    expect(await admin.call('redirect.save', { siteId: 2, source: '/a', target: '/c' })).toMatchObject({
      msg: '旧地址“/a”已有跳转，请编辑该跳转或换一个地址',
    })
    expect(await admin.call('redirect.save', { siteId: 2, source: 'a', target: 'javascript:x' })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('旧地址应以 / 开头'),
    })
    // Switched off it does no harm.
    const off = await admin.ok('redirect.save', { siteId: 2, source: '/b', target: '/a', isStatus: false })
    await admin.ok('redirect.deleteByIdList', [off?.id ?? 0])
    const change = { id: made?.id ?? 0, siteId: 2, source: '/a/', target: '/d', version: made?.version ?? 0 }
    expect(await admin.ok('redirect.save', change)).toMatchObject({ target: '/d', version: 1 })
    expect((await admin.call('redirect.save', change)).status).toBe(409)
    expect((await admin.ok('redirect.page', { siteId: 2, key: '/d' })).content).toHaveLength(1)
    expect((await admin.ok('redirect.nginx', { id: 2 })).text).toMatch(/^rewrite "\^\/a\(.*\)\?\$" "\/d" permanent;\n$/)
  })

  it('come in from a sheet and go out again; circles are left', async () => {
    const admin = await server().as('admin')
    await admin.ok('redirect.save', { siteId: 1, source: '/old/1.html', target: '/x' })
    const rows = [
      ['旧地址', '新地址', '备注'],
      ['/old/1.html', '/news/', '改版'],
      ['/old/*', '/news/*', ''],
      ['/news/*', '/old/*', ''],
      ['http://x', '/y', ''],
    ]
    const content = await sheetOf(rows)
    const { accessPath: xlsxPath } = (await upload(admin, { name: '跳转.xlsx', content })).data
    expect(await admin.ok('redirect.importData', { siteId: 1, xlsxPath })).toMatchObject({
      imported: 2,
      refused: 2,
      first: [
        { row: 4, reason: expect.stringContaining('循环跳转') },
        { row: 5, reason: expect.stringContaining('旧地址应以 / 开头') },
      ],
    })
    const address = await admin.ok('redirect.outputData', { siteId: 1 })
    const [titles, ...out] = await rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))
    expect(titles?.slice(0, 3)).toEqual(rows[0])
    expect(out.map((row) => row.slice(0, 3).map((cell) => cell ?? ''))).toEqual(rows.slice(1, 3))
  })

  it('are followed by visitors with their hits, and made when the address of a page changes', async () => {
    const own = await start()
    const admin = await own.as('admin')
    const { id: classId } = await columnNamed(admin, '集团新闻')
    const { id } = await saveArticle(admin, classId, { title: '会搬家的文章' }, { isStatus: true })
    await buildStatics(admin)
    const old = `/news/group/${id}.html`
    expect((await visit(own, HOST, old)).status).toBe(200)
    const move = (frontDetailUrl: string) =>
      own.deps.db
        .updateTable('site_column')
        .set((eb) => ({ frontDetailUrl: JSON.stringify([frontDetailUrl]), version: eb('version', '+', 1) }))
        .where('id', '=', classId)
        .execute()
    await move('/n/{id}.html')
    await buildStatics(admin)
    const asked = () => visit(own, HOST, `${old}?from=mail`)
    await expect.poll(async () => (await asked()).status, WAIT).toBe(301)
    expect((await asked()).headers.location).toBe(`/n/${id}.html?from=mail`)
    expect((await visit(own, HOST, `/n/${id}.html`)).text).toContain('会搬家的文章')
    expect((await fetch(`${own.url}site/group${old}`, { redirect: 'manual' })).headers.get('location')).toBe(
      `/site/group/n/${id}.html`,
    )
    await writeHits(own.deps)
    const [rule] = (await admin.ok('redirect.page', { siteId: 1, kind: 'auto', key: old })).content
    expect(rule).toMatchObject({ source: old, target: `/n/${id}.html`, isAuto: true })
    expect(rule?.hits).toBeGreaterThan(1)

    // A second move leads there at once; a move back takes the rule away.
    await move('/m/{id}.html')
    await buildStatics(admin)
    await expect.poll(async () => (await asked()).headers.location, WAIT).toBe(`/m/${id}.html?from=mail`)
    await move('/news/group/{id}.html')
    await buildStatics(admin)
    await expect.poll(async () => (await asked()).status, WAIT).toBe(200)
  })

  it('of a whole large site are removed when its pages return to their addresses', async () => {
    const own = await start()
    const { db } = own.deps
    const rule = {
      siteId: 1,
      target: '/',
      note: '',
      isAuto: 1 as const,
      isStatus: 1 as const,
      createTime: 1,
      updatedBy: '',
      updateTime: 1,
    }
    const keys = Array.from({ length: 33_000 }, (_none, at) => `/news/${at}.html`)
    for (let from = 0; from < keys.length; from += 3000)
      await db
        .insertInto('site_redirect')
        .values(keys.slice(from, from + 3000).map((key) => ({ ...rule, source: key, sourceKey: key })))
        .execute()
    await saveMovedPages(db, { siteId: 1, moved: [], again: keys.slice(1), time: 2 })
    const left = await db.selectFrom('site_redirect').select('source').where('isAuto', '=', 1).execute()
    expect(left.map(({ source }) => source)).toEqual([keys[0]])
  }, 120_000)

  it('over a page that is there say so when they are saved, and in the check', async () => {
    const own = await start()
    const admin = await own.as('admin')
    await buildStatics(admin)
    const save = (source: string, more: object = {}) =>
      admin.call('redirect.save', { siteId: 1, source, target: '/somewhere', ...more })
    expect((await save('/nothing-here.html')).msg).toBe('保存成功')
    const said = await save('/index.html/')
    expect(said).toMatchObject({ status: 200, msg: expect.stringContaining('网站上已有页面“/') })
    expect(said.msg).toContain('跳转优先')
    expect((await save('/news/*', { isStatus: false })).msg).toBe('保存成功')
  })
})
