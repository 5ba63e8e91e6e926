import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('static pages', (server) => {
  it('are generated for the ticked columns by a job [A-274]', async () => {
    const admin = await server().as('admin')
    const menuIds = (await admin.ok('column.getTree', { siteId: 1 })).map((column) => column.id)
    const answer = await admin.call('statics.buildHTML', {
      siteId: 1,
      menuIds: [...menuIds, ...menuIds],
      channel: 'pc',
    })
    expect(answer).toMatchObject({ code: 200, msg: '操作成功' })
    const { input } = await server()
      .deps.db.selectFrom('job')
      .select('input')
      .where('id', '=', answer.data.jobId)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(input)).toEqual({ siteId: 1, menuIds })
  })

  it('are cleared for a whole site by a job [A-273] [A-299]', async () => {
    const admin = await server().as('admin')
    const { data, msg } = await admin.call('statics.cleanAllHTML', { id: 2 })
    expect(msg).toBe('清除成功')
    expect(await admin.ok('job.findById', { id: data.jobId })).toMatchObject({ kind: 'statics.clean', siteId: 2 })
  })

  it.each([
    [[], '请选择数据'],
    [undefined, '请选择数据'],
    [[99_998, 99_999], '该站点没有栏目（编号 99998、99999），请刷新后重新选择'],
  ])('are not generated for %j [A-189]', async (menuIds, msg) => {
    const admin = await server().as('admin')
    const jobs = () => server().deps.db.selectFrom('job').select('id').execute()
    const before = await jobs()
    expect(await admin.call('statics.buildHTML', { siteId: 1, menuIds })).toMatchObject({ msg })
    expect(await jobs()).toEqual(before)
  })

  it('of a site that is not there are refused', async () => {
    const admin = await server().as('admin')
    expect((await admin.call('statics.cleanAllHTML', { id: 99 })).status).toBe(404)
    expect((await admin.call('statics.buildHTML', { siteId: 99, menuIds: [200] })).status).toBe(404)
  })
})
