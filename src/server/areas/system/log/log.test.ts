import { expect, it } from 'vitest'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { rowsIn } from '#tests/builders/sheet.ts'
import { buildSite } from '#tests/builders/site.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { DEMO_PASSWORD } from '#tests/integration/server/harness/server.ts'
import { logIn } from '#tests/integration/server/harness/signIn.ts'

const FORM = { title: '审计站点', domain: 'audit.example.com', symbol: 'audit' }

onBothDatabases('the operation log as it is read', (_server, start) => {
  it('names the fields of a saved entry, of its body only the length [C-148]', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { id } = await emptyColumn(admin)
    const body = '<p>还没有公开的正文</p>'
    await saveArticle(admin, id, { title: '公开的标题', content: body })
    const read = async () => {
      const [newest] = (await admin.ok('log.page', { area: 'content' })).content
      return JSON.stringify(await admin.ok('log.findById', { id: newest?.id ?? 0 }))
    }
    expect(await read()).toContain('公开的标题')
    expect(await read()).toContain(`（带格式的正文，共 ${body.length} 字）`)
    expect(await read()).not.toContain('还没有公开')
    const { db } = server.deps
    const rows = db.selectFrom('operation_log').select('input').where('operation', '=', 'content.save')
    expect((await rows.executeTakeFirstOrThrow()).input).not.toContain('还没有公开')
    // A line of an earlier version, which kept the beginning.
    const input = JSON.stringify({ fieldList: [{ fieldName: 'content', fieldValue: `${body}…（共 900 字）` }] })
    await db.updateTable('operation_log').set({ input }).where('operation', '=', 'content.save').execute()
    expect(await read()).toContain('（带格式的正文，共 900 字）')
    expect(await read()).not.toContain('还没有公开')
  })

  it('lists what was changed, the newest first, by keyword and time [C-007] [C-147] [C-181] [C-346]', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await admin.ok('dictionary.save', { title: '城市', siteId: 1, value: ['北京'] })
    server.clock.advance(3_600_000)
    await admin.ok('site.updateSeo', { id: 1, seoTitle: '首页标题' })
    const titles = async (wanted: object) =>
      (await admin.ok('log.page', wanted)).content.map(({ title, siteId }) => `${title} ${siteId}`)
    expect((await titles({})).slice(0, 2)).toEqual([expect.stringMatching(/SEO.* 1$/i), '保存字典 1'])
    expect(await titles({ key: '字典' })).toEqual(['保存字典 1'])
    expect(await titles({ key: 'ADMIN', area: 'dictionary' })).toEqual(['保存字典 1'])
    expect(await titles({ key: '%' })).toEqual([])
    const page = await admin.ok('log.page', { size: 1, page: 2 })
    expect(page).toMatchObject({ totalElements: 2, totalPages: 2 })
    const [line] = page.content
    expect(line).toMatchObject({
      createBy: 'admin',
      title: '保存字典',
      ip: '127.0.0.1',
      httpMethod: 'POST',
      classMethod: 'dictionary.save',
      ok: true,
      siteTitle: expect.stringMatching(/./),
      about: '城市',
    })
    expect(line?.spendTime).toBe(line?.beginTime)
    const time = line?.postTime ?? ''
    expect(await titles({ postTimeBegin: time, postTimeEnd: time })).toEqual(['保存字典 1'])
    expect(await titles({ postTimeEnd: '2000-01-01' })).toEqual([])
    expect((await admin.call('log.page', { postTimeBegin: '1.1.2026' })).msg).toBe(
      '时间格式应为 yyyy-MM-dd 或 yyyy-MM-dd HH:mm:ss，例如 2026-01-31',
    )
  })

  it('shows one complete line, with the record before and after [C-148] [C-347]', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { id } = await admin.ok('dictionary.save', { title: '城市', siteId: 1, value: ['北京'] })
    const { version } = await admin.ok('dictionary.findById', { id })
    await admin.ok('dictionary.save', { id, title: '省份', siteId: 1, value: ['北京'], version })
    await admin.ok('dictionary.deleteByIdList', [{ id }])
    const { content } = await admin.ok('log.page', { area: 'dictionary' })
    const [removed, changed, made] = await Promise.all(
      content.map(async (line) => admin.ok('log.findById', { id: line.id })),
    )
    expect(made?.changes).toMatchObject([{ id, title: '城市', what: 'made' }])
    expect(changed?.changes).toEqual([
      { id, title: '省份', what: 'changed', fields: [{ name: 'title', before: '城市', after: '省份' }], more: 0 },
    ])
    expect(removed?.changes).toMatchObject([{ id, title: '省份', what: 'removed' }])
    expect(JSON.parse(changed?.requestData ?? '')).toMatchObject({ id, title: '省份' })
    expect(JSON.parse(changed?.responseData ?? '')).toMatchObject({ code: 200, data: { id } })
    expect((await admin.call('log.findById', { id: 999_999 })).status).toBe(404)
  })

  it('is narrowed by person, site, area and result; a refused change says why', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const editor = await server.as('editor')
    await admin.ok('dictionary.save', { title: '城市', siteId: 1, value: ['北京'] })
    expect((await admin.call('dictionary.save', { title: '城市', siteId: 1, value: [] })).status).not.toBe(200)
    expect((await editor.call('dictionary.save', { title: '甲', siteId: 1, value: [] })).status).toBe(403)
    const lines = async (wanted: object) =>
      (await admin.ok('log.page', wanted)).content.map(({ createBy, ok }) => `${createBy} ${ok}`)
    const { id } = await server.deps.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    expect(await lines({ accountId: id })).toEqual(['editor false'])
    expect(await lines({ result: 'ok' })).toEqual(['admin true'])
    expect((await lines({ result: 'refused' })).toSorted()).toContain('editor false')
    expect(await lines({ siteId: 2 })).toEqual([])
    expect(await lines({ siteId: 0 })).toEqual(['editor false'])
    expect(await lines({ area: 'label' })).toEqual([])
  })

  it('keeps no password, token, code or personal text, in no column', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await logIn(server, 'editor', DEMO_PASSWORD)
    const { password } = await admin.ok('account.resetPassword', { id: 2 })
    await admin.call('security.beginSecondFactor', { password: 'geheim-1', factorCode: '123456' })
    const lines = JSON.stringify(await server.deps.db.selectFrom('operation_log').selectAll().execute())
    for (const secret of [password, 'geheim-1', '123456', DEMO_PASSWORD, admin.token ?? '?'])
      expect(lines).not.toContain(secret)
  })

  it('shows callers the lines of their sites and their own', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const siteId = await buildSite(server.deps.db, { title: FORM.title, symbol: FORM.symbol })
    await admin.ok('site.updateSeo', { id: siteId, seoTitle: '甲' })
    await admin.ok('site.updateSeo', { id: 1, seoTitle: '乙' })
    await grantExactly(server.deps.db, 'editor', [
      { siteId: 0, menuId: MENU.log },
      { siteId: 1, menuId: 1 },
    ])
    const editor = await server.as('editor')
    expect((await editor.ok('log.page', {})).content.map((line) => line.siteId)).toEqual([1])
    expect((await editor.call('log.page', { siteId })).status).toBe(403)
    expect((await editor.call('log.saveRules', { keepDays: 200 })).status).toBe(403)
  })

  it('shows lines without a site only to super administrators, and to others their own lines', async () => {
    const server = await start()
    const { db } = server.deps
    const admin = await server.as('admin')
    await admin.ok('dictionary.save', { title: '站点一的', siteId: 1, value: ['甲'] })
    await admin.ok('dictionary.save', { title: '全部站点的', value: ['乙'] })
    await admin.ok('siteMail.saveDraft', { id: 0, title: '私人草稿', content: '<p>给自己</p>' })
    const seen = async (username: 'admin' | 'editor') => {
      const client = await server.as(username)
      const { content } = await client.ok('log.page', {})
      return {
        client,
        lines: content.map(({ classMethod, siteId, about }) => `${classMethod} ${siteId} ${about ?? ''}`),
      }
    }
    const ofNoSite = await db.selectFrom('operation_log').select('id').where('siteId', '=', 0).executeTakeFirstOrThrow()
    await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.log, settings: [PERMISSION.exportSheet] }])
    const none = await seen('editor')
    expect(none.lines).toEqual([])
    expect((await none.client.ok('log.page', { siteId: 0 })).content).toEqual([])
    expect((await none.client.ok('log.page', { key: '字典' })).content).toEqual([])
    expect((await none.client.call('log.findById', { id: ofNoSite.id })).status).toBe(403)
    const sheet = await fetch(await none.client.ok('log.exportSheet', {}))
    expect(JSON.stringify(await rowsIn(new Uint8Array(await sheet.arrayBuffer())))).not.toMatch(
      /全部站点|saveDraft|站点一/,
    )
    await grantExactly(db, 'editor', [
      { siteId: 0, menuId: MENU.log },
      { siteId: 1, menuId: 1 },
    ])
    const one = await seen('editor')
    // Beside the site's line, what it did itself.
    expect(one.lines).toEqual(['log.exportSheet 0 ', 'log.findById 0 ', 'dictionary.save 1 站点一的'])
    expect((await seen('admin')).lines).toEqual(
      expect.arrayContaining(['dictionary.save 0 全部站点的', 'siteMail.saveDraft 0 ', 'dictionary.save 1 站点一的']),
    )
  })

  it('holds nothing of letters and notes, and shows nothing of those that older servers wrote down', async () => {
    const server = await start()
    const { db } = server.deps
    const admin = await server.as('admin')
    const letter = { title: '标题-秘', content: '<p>正文-秘</p>', recipientDTOList: [{ userName: 'editor' }] }
    await admin.ok('siteMail.send', letter)
    await admin.ok('siteMail.saveDraft', { id: 0, ...letter })
    const { id: classId } = await emptyColumn(admin)
    const { id: contentId } = await saveArticle(admin, classId)
    await admin.ok('note.save', { contentId, text: '批注-秘', quote: '引文-秘' })
    const written = await db.selectFrom('operation_log').selectAll().execute()
    expect(JSON.stringify(written)).not.toContain('-秘')
    expect(written.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['siteMail.send', 'siteMail.saveDraft', 'note.save']),
    )
    const input = JSON.stringify(letter)
    const old = await db
      .updateTable('operation_log')
      .set({ input })
      .where('operation', '=', 'siteMail.send')
      .returning('id')
      .executeTakeFirstOrThrow()
    const line = await admin.ok('log.findById', { id: old.id })
    expect(JSON.stringify([line, await admin.ok('log.page', {})])).not.toContain('-秘')
    expect(JSON.parse(line.requestData)).toEqual({ title: '***', content: '***', recipientDTOList: '***' })
  })

  it('leaves as a sheet for accounts that may export, and that is logged', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await admin.ok('dictionary.save', { title: '=1+1', siteId: 1, value: ['北京'] })
    const address = await admin.ok('log.exportSheet', { key: '字典' })
    const [head, row, ...none] = await rowsIn(new Uint8Array(await (await fetch(address)).arrayBuffer()))
    expect(none).toEqual([])
    expect(head?.slice(0, 7)).toEqual(['序号', '操作时间', '操作人', '操作名称', '模块', '站点', '结果'])
    expect(row?.slice(2, 5)).toEqual(['admin', '保存字典', '字典'])
    const { content } = await admin.ok('log.page', { area: 'log' })
    expect(content.map(({ title }) => title)).toEqual(['导出操作日志'])
    expect(content[0]?.responseData).not.toContain('http')
    await grantExactly(server.deps.db, 'editor', [{ siteId: 0, menuId: MENU.log }])
    expect((await (await server.as('editor')).call('log.exportSheet', {})).status).toBe(403)
    await grantExactly(server.deps.db, 'editor', [{ siteId: 0, menuId: MENU.log, settings: [PERMISSION.exportSheet] }])
    expect((await (await server.as('editor')).call('log.exportSheet', {})).status).toBe(200)
  })
})
