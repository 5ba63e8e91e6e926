import { expect, it } from 'vitest'
import { emptyColumn } from '#tests/builders/content.ts'
import type { TestClient } from './harness/client.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'

interface Page {
  content: { id: number; title: string; isStatus: boolean }[]
  totalElements: number
  totalPages: number
}
const CMS = 'api/cebest-cms'

/** Posts as another vendor's client does: by the documents alone, with the channel in it. */
const post = <T>(client: TestClient, path: string, body: unknown) =>
  client.send<T>(path, { method: 'POST', body: Array.isArray(body) ? body : { ...(body as object), channel: 'pc' } })

onBothDatabases('calls as the documents write them', (server) => {
  it('an entry goes through all of its states by lists of {id} [B-313] [B-314] [B-315] [B-316] [B-320] [B-321] [B-322]', async () => {
    const admin = await server().as('admin')
    const { id: classId, siteId } = await emptyColumn(admin)
    const content = (rest: string) => `${CMS}/content/${classId}/${rest}`
    const pairs = [
      { fieldName: 'title', fieldValue: '外来的稿件' },
      { fieldName: 'subTitle', fieldValue: null },
      { fieldName: 'source', fieldValue: 2026 },
      { fieldName: 'publishTime', fieldValue: '2026-03-01 09:00:00' },
      { fieldName: 'content', fieldValue: '<p>正文</p>' },
    ]
    const saved = await post<{ id: number }>(admin, content('save'), { id: 0, classId, siteId, fieldList: pairs })
    expect(saved).toMatchObject({ status: 200, code: 200, msg: '保存成功' })
    const { id } = saved.data
    const found = await admin.send(content(`findById/${id}`))
    expect(found).toMatchObject({
      code: 200,
      data: { id, classId, siteId, channel: 'pc', source: '2026', subTitle: '' },
    })
    const list = [{ id }]
    const totals = async () => {
      const filter = {
        classId,
        siteId,
        page: 1,
        size: 10,
        isStatus: null,
        fieldKeyValuePairDTOList: [{ fieldName: 'title', fieldValue: '稿件' }],
        startTime_createTime: '',
        endTime_createTime: '9999-12-31 23:59:59',
      }
      const pages = ['page', 'draftPage', 'recyclePage'].map((name) => post<Page>(admin, content(name), filter))
      return (await Promise.all(pages)).map(({ data }) => data.totalElements)
    }
    expect(await totals()).toEqual([1, 1, 0])
    expect(await post(admin, content('update/status/publish'), list)).toMatchObject({ code: 200, msg: '发布成功' })
    expect(await totals()).toEqual([1, 0, 0])
    expect((await post<{ id: number }[]>(admin, content('listByIds'), list)).data).toMatchObject([{ id }])
    expect(await post(admin, content('update/status/draft'), [id])).toMatchObject({ code: 200 })
    expect(await totals()).toEqual([1, 1, 0])
    expect(await post(admin, content('deleteByIdList'), list)).toMatchObject({ code: 200, msg: '删除成功' })
    expect(await totals()).toEqual([0, 0, 1])
    expect(await post(admin, content('restore'), list)).toMatchObject({ code: 200, msg: '还原成功' })
    expect(await totals()).toEqual([1, 1, 0])
    expect(await post(admin, content('listByIds'), [])).toMatchObject({ status: 400, msg: '请选择数据！' })
  })

  it('an entry is forwarded by {id, classId}, from wherever it is [B-329]', async () => {
    const admin = await server().as('admin')
    const [from, to] = [await emptyColumn(admin), await emptyColumn(admin)]
    const fieldList = [{ fieldName: 'title', fieldValue: '转走的稿件' }]
    const { id } = await admin.ok('content.save', { classId: from.id, fieldList })
    const forward = () => post(admin, `${CMS}/content/${to.id}/forward`, { id, classId: to.id })
    expect(await forward()).toMatchObject({ code: 200, msg: '转发成功' })
    expect((await admin.ok('content.page', { classId: to.id })).content).toMatchObject([{ id, title: '转走的稿件' }])
    expect(await forward()).toMatchObject({ status: 400, msg: '目标栏目与当前栏目相同，请选择其他栏目' })
  })

  it('net values come in pages with both namings of the totals [B-388]', async () => {
    const admin = await server().as('admin')
    await admin.ok('netWorth.save', { productCode: 'Z1', productName: '稳健', nwTime: '9999-12-31', naValue: '1' })
    const { data } = await post(admin, `${CMS}/net-worth/page`, { productCode: 'Z1', pageIndex: 1, pageSize: 10 })
    expect(data).toMatchObject({ totalElements: 1, totalPages: 1, count: 1, pages: 1 })
  })

  it('numbers that no row has are not found, however large', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    for (const id of [9_999_999, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      expect((await admin.send(`${CMS}/content/${classId}/findById/${id}`)).status).toBe(404)
      expect((await admin.send(`${CMS}/content/${id}/findById/1`)).status).toBe(404)
      expect((await post(admin, `${CMS}/content/${classId}/deleteByIdList`, [{ id }])).status).toBe(404)
      expect((await post(admin, `${CMS}/label/deleteByIdList`, [{ id }])).status).toBe(404)
      expect((await post(admin, `${CMS}/net-worth/deleteByIdList`, [{ id }])).status).toBe(404)
    }
  })
})
