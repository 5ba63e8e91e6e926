import { afterEach, expect, it } from 'vitest'
import type { ApiName } from '#shared/contract/registry.ts'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import { ChunkedFile } from '#tests/builders/chunks.ts'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import { upload } from '#tests/builders/upload.ts'
import { zipOf } from '#tests/builders/zip.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { snapshot } from '#tests/integration/server/harness/snapshot.ts'

const MB = 1024 * 1024
const ZIP = zipOf([{ name: 'a.txt', content: 'a' }])
const MENUS = SYSTEM_MENUS.map(({ id }) => ({ siteId: 0, menuId: id }))

onBothDatabases('the library belongs to sites and uploaders', (server) => {
  /** An account with all menus and a column of each of the sites. */
  async function holding(name: 'editor' | 'designer', sites: readonly number[]): Promise<TestClient> {
    const admin = await server().as('admin')
    const titles: Record<number, string> = { 1: '联系我们', 2: '海洋装备' }
    const own = sites.map(async (siteId) => ({
      siteId,
      menuId: (await columnNamed(admin, titles[siteId] ?? '', siteId)).id,
    }))
    await grantExactly(server().deps.db, name, [...MENUS, ...(await Promise.all(own))])
    return server().as(name)
  }
  const sent = async (client: TestClient, siteId: number, name = 'a.zip') => {
    const query = { register: '1', identifier: crypto.randomUUID(), ...(siteId > 0 && { siteId: String(siteId) }) }
    return upload(client, { name, content: ZIP, query })
  }
  const idsOf = async (client: TestClient) =>
    (await client.ok('attachment.page', { page: 1, size: 1000 })).content.map(({ id }) => id)
  afterEach(async () => {
    await server().deps.db.deleteFrom('setting').where('name', 'like', 'upload.%').execute()
  })

  it('files of no site are their uploader’s and the super administrators’', async () => {
    const one = await holding('editor', [1])
    const two = await holding('designer', [1, 2])
    const { data } = await sent(one, 0)
    expect(await idsOf(one)).toContain(data.id)
    expect(await idsOf(await server().as('admin'))).toContain(data.id)
    expect(await idsOf(two)).not.toContain(data.id)
    const before = await snapshot(server())
    const fresh = await upload(two, { name: 'b.zip', content: ZIP })
    const calls: [ApiName, unknown][] = [
      ['attachment.findById', { id: data.id }],
      ['attachment.usage', { ids: [data.id] }],
      ['attachment.remove', [data.id]],
      ['attachment.removeUsed', [data.id]],
      ['attachment.replace', { id: data.id, accessPath: fresh.data.accessPath }],
    ]
    for (const [name, input] of calls) expect(await two.call(name, input), name).toMatchObject({ status: 403 })
    const after = await snapshot(server())
    expect({ ...after, attachment: '', blob: '' }).toEqual({ ...before, attachment: '', blob: '' })
    await one.ok('attachment.remove', [data.id])
  })
  it('files of a site are replaced by its people alone', async () => {
    const one = await holding('editor', [1])
    const two = await holding('designer', [2])
    const { data } = await sent(one, 1)
    const fresh = await upload(two, { name: 'b.zip', content: ZIP })
    expect(await two.call('attachment.replace', { id: data.id, accessPath: fresh.data.accessPath })).toMatchObject({
      status: 403,
    })
    expect((await sent(two, 1)).code).toBe(403)
    const own = await upload(one, { name: 'b.zip', content: zipOf([{ name: 'b.txt', content: 'b' }]) })
    await one.ok('attachment.replace', { id: data.id, accessPath: own.data.accessPath })
  })
  it('files that another site shows are not deleted by who has no right there', async () => {
    const one = await holding('editor', [1])
    const { data } = await sent(one, 1)
    const { db } = server().deps
    await db
      .updateTable('site')
      .set({ note: `<img src="${data.accessPath}">` })
      .where('id', '=', 2)
      .execute()
    expect(await one.call('attachment.removeUsed', [data.id])).toMatchObject({
      status: 409,
      msg: expect.stringContaining('没有权限的站点'),
    })
    await (await holding('editor', [1, 2])).ok('attachment.removeUsed', [data.id])
  })
  it('without a role nothing is sent or seen', async () => {
    await grantExactly(server().deps.db, 'editor', [])
    const guest = await server().as('editor')
    const before = await snapshot(server())
    expect((await sent(guest, 0)).code).toBe(403)
    const chunks = new ChunkedFile(guest, { name: 'a.zip', content: Buffer.alloc(3 * MB), chunkSize: MB })
    expect((await chunks.send(1)).code).toBe(403)
    for (const name of ['attachment.page', 'classify.getTree', 'dictionary.page', 'label.page'] as const)
      expect(await guest.call(name, { id: 0 }), name).toMatchObject({ status: 403 })
    expect(await snapshot(server())).toEqual(before)
  })
  it('each upload counts for its site, else for its account; the refusal says how much is used and who can change it', async () => {
    const admin = await server().as('admin')
    const one = await holding('editor', [1])
    const now = await admin.ok('attachment.quota', {})
    expect(now).toMatchObject({ siteMb: 51_200, accountMb: 20_480, editable: true })
    expect((await one.ok('attachment.quota', {})).sites.map(({ siteId }) => siteId)).toEqual([1])
    const form = { siteMb: 0, accountMb: 1, sites: [{ siteId: 1, quotaMb: 1 }] }
    expect(await one.call('attachment.saveQuota', form)).toMatchObject({ status: 403 })
    await admin.ok('attachment.saveQuota', form)
    const large = zipOf([{ name: 'a', content: Buffer.alloc(2 * MB, 'a'), stored: true }])
    for (const siteId of [0, 1]) {
      const query: Record<string, string> = siteId === 0 ? {} : { siteId: '1' }
      const answer = await upload(one, { name: 'a.zip', content: large, query })
      expect(answer.code).toBe(413)
      expect(answer.msg).toMatch(/空间共 1.* MB，已用 .*超级管理员.*空间配额/)
    }
    await admin.ok('attachment.saveQuota', { ...form, accountMb: 0, sites: [{ siteId: 1, quotaMb: null }] })
    expect((await upload(one, { name: 'a.zip', content: large, query: { siteId: '1' } })).code).toBe(200)
  })
  it('uploads that never end count from their beginning', async () => {
    const one = await holding('editor', [1])
    const used = (await one.ok('attachment.quota', {})).accountUsed
    const admin = await server().as('admin')
    await admin.ok('attachment.saveQuota', { siteMb: 0, accountMb: Math.ceil(used / MB) + 4 })
    const begin = (name: string) =>
      new ChunkedFile(one, { name, content: Buffer.alloc(3 * MB, name), chunkSize: MB }).send(1)
    expect((await begin('一.zip')).code).toBe(200)
    expect(await begin('二.zip')).toMatchObject({ code: 413, msg: expect.stringContaining('未完成的上传') })
  })
})

onBothDatabases('net values', (server) => {
  it('are refused for a column that is not there or not one’s own, also in an import', async () => {
    const admin = await server().as('admin')
    const { id: own } = await columnNamed(admin, '联系我们')
    const { id: foreign } = await columnNamed(admin, '海洋装备', 2)
    await grantExactly(server().deps.db, 'editor', [
      ...MENUS.map((menu) => ({ ...menu, settings: [1121] })),
      { siteId: 1, menuId: own },
    ])
    const editor = await server().as('editor')
    const form = { productCode: 'P1', productName: '产品', nwTime: '2026-01-31', naValue: '1' }
    const before = await snapshot(server())
    for (const [named, status] of [
      [{ classId: 99_999 }, 404],
      [{ classId: foreign }, 403],
      [{ siteId: 2 }, 403],
      [{ classId: own, siteId: 2 }, 403],
    ] as const) {
      expect(await editor.call('netWorth.save', { ...form, ...named })).toMatchObject({ status })
      expect(await editor.call('netWorth.importData', { filePath: '/files/none', ...named })).toMatchObject({ status })
    }
    expect(await snapshot(server())).toEqual(before)
    const made = await editor.ok('netWorth.save', { ...form, classId: own })
    // The same code on another site is another product.
    await admin.ok('netWorth.save', { ...form, siteId: 2 })
    const seen = await editor.ok('netWorth.page', { productCode: 'P1' })
    expect(seen.content.map(({ id }) => id)).toEqual([made.id])
    const mine = await editor.ok('netWorth.save', form)
    expect((await admin.ok('netWorth.page', { productCode: 'P1' })).totalElements).toBe(3)
    await editor.ok('netWorth.deleteByIdList', [made.id, mine.id])
  })
})
