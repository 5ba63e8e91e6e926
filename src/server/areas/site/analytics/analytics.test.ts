import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#shared/util/dates.ts'
import { BAIDU_KEYS, type FakeBaidu, GOOD_CODE, startBaidu } from '#tests/fakes/baidu.ts'
import { type Asker, askerOf, buildWorld } from '#tests/integration/server/access/world.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'

let baidu: FakeBaidu
let server: TestServer
let admin: TestClient
beforeAll(async () => {
  baidu = await startBaidu()
  server = await startTestServer({ baidu: { url: baidu.url, ...BAIDU_KEYS, timeoutMs: 300 } })
})
afterAll(async () => {
  await server.close()
  await baidu.close()
})
beforeEach(async () => {
  admin = await server.as('admin')
  baidu.behave = 'well'
  baidu.asked.length = 0
})

const RANGE = { time: 'today', start_date: '2026-11-23 00:00:00', end_date: '2026-11-23 23:59:59' }
const data = (site_id = 1) => admin.call('analytics.getData', { ...RANGE, site_id })
const setUp = async (): Promise<void> => {
  await admin.ok('analytics.getAccessToken', { code: GOOD_CODE })
  await admin.ok('analytics.setSiteId', { baidu_site_id: '19062', site_id: 1 })
}
const UNSET = '当前站点百度统计未设置，请点击右上角设置'

it('reports that a site is not set up until both steps are done [C-379]', async () => {
  expect(await data()).toMatchObject({ code: 400, msg: UNSET })
  await admin.ok('analytics.getAccessToken', { code: GOOD_CODE })
  expect(await data()).toMatchObject({ msg: UNSET })
  expect(await admin.ok('analytics.state', { id: 1 })).toMatchObject({ isAuthorised: true, baiduSiteId: '' })
  await admin.ok('analytics.setSiteId', { baidu_site_id: '19062', site_id: 1 })
  expect(await data()).toMatchObject({ code: 200 })
  expect(await data(2)).toMatchObject({ msg: UNSET })
})
it('returns the address of the authorisation page without a secret [C-351]', async () => {
  const page = new URL(await admin.ok('analytics.getCodeUrl', {}))
  expect(page.pathname).toBe('/oauth/2.0/authorize')
  expect(Object.fromEntries(page.searchParams)).toMatchObject({ response_type: 'code', client_id: BAIDU_KEYS.apiKey })
  expect(page.href).not.toContain(BAIDU_KEYS.secretKey)
})
it('exchanges a code for a token that stays on the server, and reports an invalid code [C-350]', async () => {
  expect(await admin.call('analytics.getAccessToken', { code: GOOD_CODE })).toMatchObject({
    code: 200,
    msg: '设置成功',
    data: null,
  })
  expect(await admin.call('analytics.getAccessToken', { code: 'old' })).toMatchObject({
    code: 400,
    msg: 'CODE 无效或已过期，请重新获取后再提交',
  })
  const row = await server.deps.db.selectFrom('analytics_token').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toMatch(/access-|refresh-/)
  const lines = await server.deps.db
    .selectFrom('operation_log')
    .selectAll()
    .where('title', '=', '百度统计授权')
    .execute()
  expect(lines.length).toBeGreaterThan(0)
  expect(JSON.stringify(lines)).not.toContain(GOOD_CODE)
})
it('requires the menu for the settings, and the site for its figures', async () => {
  await setUp()
  const world = await buildWorld(server, admin)
  const codes = async (asker: Asker): Promise<number[]> => {
    const client = await askerOf(server, asker, world)
    const answers = [
      await client.call('analytics.getCodeUrl', {}),
      await client.call('analytics.getAccessToken', { code: GOOD_CODE }),
      await client.call('analytics.getData', { ...RANGE, site_id: world.siteId }),
    ]
    return answers.map(({ status }) => status)
  }
  await admin.ok('analytics.setSiteId', { baidu_site_id: '7', site_id: world.siteId })
  expect(await codes('no session')).toEqual([401, 401, 401])
  expect(await codes('no menu')).toEqual([403, 403, 403])
  expect(await codes('wrong site')).toEqual([403, 403, 403])
  expect(await codes('right')).toEqual([200, 200, 200])
})
it('requires a code [C-250]', async () => {
  expect(await admin.call('analytics.getAccessToken', { code: ' ' })).toMatchObject({ code: 400, msg: '请填写CODE' })
})
it('reads the five figures of the range with the site’s own id [C-352] [C-353] [C-183] [C-184]', async () => {
  await setUp()
  expect(await admin.ok('analytics.state', { id: 1 })).toMatchObject({ baiduSiteId: '19062', source: 'baidu' })
  expect((await data()).data).toEqual({
    pv_count: 1204,
    visitor_count: 310,
    ip_count: 289,
    bounce_ratio: 45.5,
    avg_visit_time: 125,
    trans_count: null,
  })
  const asked = Object.fromEntries(baidu.asked.at(-1)?.searchParams ?? [])
  expect(asked).toMatchObject({ site_id: '19062', start_date: '20261123', end_date: '20261123' })
})
it('renews a token that has expired or that the provider refuses', async () => {
  await setUp()
  server.clock.advance(40 * DAY_MS)
  admin = await server.as('admin')
  expect(await data()).toMatchObject({ code: 200 })
  expect(baidu.asked.filter(({ searchParams }) => searchParams.get('grant_type') === 'refresh_token')).toHaveLength(1)
  baidu.behave = 'token gone'
  expect(await data()).toMatchObject({ code: 400, msg: UNSET })
})
it('reports the fault of the provider, and never the keys', async () => {
  await setUp()
  const said = async (behave: FakeBaidu['behave']): Promise<string> => {
    baidu.behave = behave
    const { code, msg, data: extra } = await data()
    expect(code).not.toBe(200)
    expect(JSON.stringify([msg, extra])).not.toMatch(/the-(api|secret)-key|access-\d/)
    return msg
  }
  expect(await said('html')).toBe('百度统计的响应无法识别，请稍后再试')
  expect(await said('quota')).toBe('百度统计今天的查询次数已用完，请明天再查看，或改用本站统计')
  expect(await said('silent')).toBe('百度统计响应超时，请稍后再试')
  expect(await said('error')).toBe(`${UNSET}（百度统计：site not found）`)
})
it('names the missing setting when the server has no keys', async () => {
  const bare = await startTestServer()
  try {
    const other = await bare.as('admin')
    for (const call of [other.call('analytics.getCodeUrl', {}), other.call('analytics.getAccessToken', { code: 'x' })])
      expect((await call).msg).toContain('SITECRAFT_BAIDU_KEY')
    expect(await other.ok('analytics.state', { id: 1 })).toMatchObject({ hasKeys: false, isAuthorised: false })
  } finally {
    await bare.close()
  }
})
it('refuses a range that ends before it begins, is too long or is no date', async () => {
  const range = (start_date: string, end_date: string) =>
    admin.call('analytics.getData', { site_id: 1, start_date, end_date })
  expect((await range('2026-11-23', '2026-11-22')).msg).toBe('结束日期不能早于开始日期')
  expect((await range('2020-11-23', '2026-11-22')).msg).toContain('一次最多查看 400 天')
  expect((await range('gestern', '2026-11-22')).msg).toBe('请选择日期')
})
