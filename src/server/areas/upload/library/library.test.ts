import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { columnNamed, grantExactly } from '#tests/builders/column.ts'
import { libraryItem } from '#shared/contract/attachment.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { pngOf, upload, type UploadSpec } from '#tests/builders/upload.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const HOUR = 3600_000

onBothDatabases('the resource library', (server) => {
  /** An upload of the admin's as it comes into the library. */
  async function registered(spec: Partial<UploadSpec> & { name: string }) {
    const admin = await server().as('admin')
    const { data } = await upload(admin, { content: randomBytes(2048), ...spec })
    return admin.ok('upload.register', { realName: spec.name, accessPath: data.accessPath })
  }

  it('shows pages of registered files, newest first, by kind and part of the name [B-167] [B-168] [B-382]', async () => {
    const admin = await server().as('admin')
    const image = await registered({ kind: 'image', name: '春季海报.png', content: pngOf(30, 20) })
    const zip = await registered({ name: '春季资料.zip' })
    await upload(admin, { name: '春季没有登记.zip', content: 'x' })
    const all = await admin.ok('attachment.page', { key: '春季', page: 1, size: 10 })
    expect(all).toMatchObject({ totalElements: 2, totalPages: 1 })
    expect(all.content.map(({ id }) => id)).toEqual([zip.id, image.id])
    expect(libraryItem.parse(all.content[0])).toEqual(all.content[0])
    expect(all.content[0]).toMatchObject({ kind: 'file', fileSizeString: '2 KB', thumbPath: '', createdBy: 'admin' })
    expect(all.content[1]).toMatchObject({
      kind: 'image',
      imageWidth: 30,
      imageHeight: 20,
      extension: 'png',
      thumbPath: expect.stringMatching(
        new RegExp(`^${image.accessPath.replace('/files/', '/thumbs/')}\\?v=[0-9a-f]{16}$`),
      ),
    })
    const pictures = await admin.ok('attachment.page', { key: '春季', materialType: 'image' })
    expect(pictures.content.map(({ id }) => id)).toEqual([image.id])
    const second = await admin.ok('attachment.page', { key: '春季', page: 2, size: 1 })
    expect(second).toMatchObject({ totalPages: 2, content: [{ id: image.id }] })
    expect(await admin.ok('attachment.findById', { id: image.id })).toEqual(all.content[1])
    expect(await admin.call('attachment.findById', { id: 999_999 })).toMatchObject({ status: 404 })
  })
  it('is asked by time, both ends included, also by the day [B-168]', async () => {
    const first = await registered({ name: '时间甲.zip' })
    const then = server().clock.now()
    server().clock.advance(48 * HOUR)
    const later = await registered({ name: '时间乙.zip' })
    const admin = await server().as('admin')
    const between = async (startTime: string, endTime: string) =>
      (await admin.ok('attachment.page', { key: '时间', startTime, endTime })).content.map(({ id }) => id)
    const day = formatDateTime(then).slice(0, 10)
    expect(await between(day, day)).toEqual([first.id])
    expect(await between(formatDateTime(then.getTime() + 1000), '')).toEqual([later.id])
    expect(await between('', formatDateTime(server().clock.now()))).toEqual([later.id, first.id])
    expect(await admin.call('attachment.page', { startTime: '昨天' })).toMatchObject({
      status: 400,
      msg: expect.stringContaining('时间的格式'),
    })
  })
  it('says where files are used, and deletes those only when asked twice [B-126] [B-383]', async () => {
    const image = await registered({ kind: 'image', name: '封面.png', content: pngOf(3, 2) })
    const free = await registered({ name: '没人用.zip' })
    const { db } = server().deps
    await db.updateTable('template').set({ templatePic: image.accessPath }).where('folder', '=', 'portfolio').execute()
    await db
      .updateTable('site')
      .set({ javascript: `<img src="${image.accessPath}">` })
      .where('id', '=', 1)
      .execute()
    const admin = await server().as('admin')
    const uses = await admin.ok('attachment.usage', { ids: [image.id, free.id] })
    expect(uses).toEqual([
      { attachmentId: image.id, where: 'template', id: expect.any(Number), title: '风尚作品集', siteId: 1 },
      { attachmentId: image.id, where: 'site', id: 1, title: expect.any(String), siteId: 1 },
    ])
    // Of another site, whose people are told that something uses it, and not what.
    const { id: menuId } = await columnNamed(admin, '海洋装备', 2)
    await grantExactly(db, 'guest', [{ siteId: 2, menuId }])
    await db.updateTable('attachment').set({ siteId: 2 }).where('id', '=', image.id).execute()
    const other = await server().as('guest')
    expect((await other.ok('attachment.usage', { ids: [image.id] })).map(({ title }) => title)).toEqual([
      '其他站点',
      '其他站点',
    ])
    const both = [{ id: image.id }, { id: free.id }]
    expect(await admin.call('attachment.remove', both)).toMatchObject({
      status: 409,
      msg: expect.stringMatching(/模板“风尚作品集”使用/),
      data: { facts: { attachmentId: image.id, where: 'template' } },
    })
    expect((await server().nobody.fetch(free.accessPath)).status).toBe(200)
    expect(await admin.call('attachment.removeUsed', both)).toMatchObject({
      code: 200,
      msg: '删除成功',
    })
    for (const { accessPath } of [image, free]) expect((await server().nobody.fetch(accessPath)).status).toBe(404)
  })
  it('deletes many at once, as the documents send them, and says when they are gone', async () => {
    const rows = [await registered({ name: '甲.zip' }), await registered({ name: '乙.zip' })]
    const admin = await server().as('admin')
    const list = rows.map(({ id }) => ({ id }))
    expect(await admin.call('attachment.remove', list)).toMatchObject({ code: 200 })
    expect(await admin.call('attachment.remove', list)).toMatchObject({
      status: 404,
      msg: expect.stringContaining('刷新'),
    })
    expect(await admin.call('attachment.remove', [])).toMatchObject({ status: 400, msg: '请选择数据！' })
  })
})
