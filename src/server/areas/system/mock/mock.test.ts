import { constants, publicEncrypt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MockCall, mockCalls } from '#shared/contract/mock.ts'
import type { MockRoute, RouteRoles } from '#shared/mock/routes.ts'
import { documentedCalls } from '#tests/fakes/documentedCalls.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'

const FRONT_END = 'https://front.example'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ mock: true, corsOrigins: [FRONT_END] })
})
afterAll(() => server.close())

type Body = { code: number; msg: string } & Record<string, unknown>
const get = async (path: string, headers: Record<string, string> = {}): Promise<Body> =>
  (await (await fetch(`${server.url}${path}`, { headers })).json()) as Body
const post = async (path: string, body: unknown): Promise<Body> => {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Body
}
const tokenOf = async (username: string): Promise<string> =>
  ((await post('login', { username, password: '123456' })).data as { token: string }).token
const userOf = async (username: string) => (await get('userInfo', { token: await tokenOf(username) })).data
const routes = async (): Promise<MockRoute[]> => (await get('router/getList')).data as MockRoute[]
const rolesOf = (all: readonly MockRoute[], path: string): RouteRoles | undefined => {
  const [group = '', page] = path.split(/(?<=^\/\w+)\//)
  const top = all.find((route) => route.path === group)
  return (page === undefined ? top : top?.children?.find((route) => route.path === page))?.meta.roles
}

describe('the mock endpoints', () => {
  it.each(Object.values(mockCalls).map((each: MockCall) => [each.call, each] as const))(
    'call %i has the method and the path of the documents',
    (number, { method, path }) => {
      const documented = documentedCalls.get(number)
      expect({ method, path }).toEqual({ method: documented?.method, path: documented?.path.replace(/^\//, '') })
    },
  )
  it('are all of 213 to 226', () => {
    const numbers = Object.values(mockCalls).map(({ call }) => call)
    expect(numbers).toEqual(Array.from({ length: 14 }, (_, index) => 213 + index))
  })
  it('stand in the API document, and answer at the root', async () => {
    const document = (await (await fetch(`${server.url}api/docs/json`)).json()) as { paths: Record<string, unknown> }
    for (const { path } of Object.values(mockCalls)) expect(Object.keys(document.paths)).toContain(`/${path}`)
  })
  it('are not there unless the server was started for them', async () => {
    const plain = await startTestServer()
    try {
      for (const { path, method } of Object.values(mockCalls))
        expect((await fetch(`${plain.url}${path}`, { method })).status, path).toBe(404)
    } finally {
      await plain.close()
    }
  })
  it('take the header token from a page of an allowed origin', async () => {
    const answer = await fetch(`${server.url}userInfo`, { method: 'OPTIONS', headers: { origin: FRONT_END } })
    expect(answer.headers.get('access-control-allow-headers')?.split(', ')).toContain('token')
  })
})

describe('signing in to the mock', () => {
  it('gives admin its role and abilities [C-274] [C-368]', async () => {
    expect(await userOf('admin')).toMatchObject({
      username: 'admin',
      roles: ['admin'],
      ability: ['read', 'write', 'delete'],
    })
  })
  it('gives editor the abilities read and write [C-275]', async () => {
    expect(await userOf('editor')).toMatchObject({ username: 'editor', ability: ['read', 'write'] })
  })
  it('gives test both roles and the ability read [C-276]', async () => {
    expect(await userOf('test')).toMatchObject({ roles: ['admin', 'editor'], ability: ['read'] })
  })
  it('refuses an unknown name [C-277]', async () => {
    for (const username of ['nobody', '', undefined])
      expect(await post('login', { username })).toEqual({ code: 500, msg: '帐户或密码不正确' })
  })
  it('returns the account of the header token, and 401 without it [C-371]', async () => {
    const user = (await get('userInfo', { token: await tokenOf('admin') })).data as Record<string, unknown>
    expect(Object.keys(user).toSorted()).toEqual(['ability', 'avatar', 'roles', 'username'])
    expect(user.avatar).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(await get('userInfo', { authorization: `Bearer ${await tokenOf('admin')}` })).toMatchObject({ code: 200 })
    expect((await get('userInfo')).code).toBe(401)
    expect((await get('userInfo', { token: 'guess' })).code).toBe(401)
  })
  it('has a public key; a form encrypted with it signs in, too [C-367]', async () => {
    const { mockServer, publicKey } = (await get('publicKey')).data as { mockServer: boolean; publicKey: string }
    expect(mockServer).toBe(true)
    const key = `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`
    const encrypted = (text: string): string =>
      publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('base64')
    const form = JSON.stringify({ username: 'editor', password: '123456' })
    expect((await post('login', { param: encrypted(form) })).data).toEqual({ token: 'editor-token' })
    for (const param of [encrypted('[]'), encrypted('x'), 'x'])
      expect(await post('login', { param })).toMatchObject({ code: 500, msg: '帐户或密码不正确' })
  })
  it('takes the code of another site, and says what is wrong without one [C-369] [C-380]', async () => {
    expect((await post('socialLogin', { code: 'abc' })).data).toEqual({ token: 'admin-token' })
    expect(await post('socialLogin', {})).toEqual({ code: 500, msg: '未成功获取Token' })
  })
  it('registers and signs out [C-370] [C-372]', async () => {
    expect(await post('register', { username: 'new', phone: '13800000000', phoneCode: '1234' })).toMatchObject({
      code: 200,
      msg: '模拟注册成功',
    })
    expect(await get('logout')).toEqual({ code: 200, msg: 'success' })
  })
})

describe('the routes of the mock', () => {
  it('have the four groups of the documents and home, and no other [C-011]', async () => {
    expect((await routes()).map(({ path }) => path)).toEqual(['/', '/vab', '/mall', '/setting', '/error'])
  })
  it('come with code 200 and a message [C-363]', async () => {
    const answer = await get('router/getList')
    expect(answer).toMatchObject({ code: 200, msg: 'success' })
    expect(Array.isArray(answer.data)).toBe(true)
  })
  it('are records as documented [C-192] [C-149]', async () => {
    const all = await routes()
    expect(all[0]).toMatchObject({
      path: '/',
      redirect: '/index',
      children: [{ path: 'index', meta: { affix: true } }],
    })
    const vab = all.find(({ path }) => path === '/vab')
    expect(vab).toMatchObject({ name: 'Vab', component: 'Layout', redirect: '/vab/icon', alwaysShow: true })
    const pages = vab?.children ?? []
    expect(pages.find(({ path }) => path === 'dynamic-segment/:id')).toMatchObject({
      hidden: true,
      meta: { activeMenu: '/vab/dynamic-segment', dynamicNewTab: true, icon: 'links-line' },
    })
    expect(pages.find(({ path }) => path === 'editor')?.meta.noKeepAlive).toBe(true)
    expect(pages.find(({ path }) => path === 'roles')?.meta.badge).toBe('演示')
    expect(pages.find(({ name }) => name === 'ExternalLink')?.meta).toMatchObject({ target: '_blank', title: '外链' })
    expect(all.find(({ path }) => path === '/error')).toMatchObject({
      hidden: true,
      children: [{ path: '403' }, { path: '404' }],
    })
  })
  it('are for admin alone, most of /vab, /mall and /setting [C-278]', async () => {
    const all = await routes()
    for (const path of ['/vab/icon', '/vab/upload', '/mall', '/mall/goods', '/setting', '/setting/systemLog'])
      expect(rolesOf(all, path), path).toEqual(['admin'])
  })
  it('exclude editor from the table [C-279]', async () => {
    expect(rolesOf(await routes(), '/vab/table')).toEqual({ role: ['editor'], mode: 'except' })
  })
  it('show the external link to admin and editor [C-280]', async () => {
    const pages = (await routes()).find(({ path }) => path === '/vab')?.children ?? []
    expect(pages.find(({ name }) => name === 'ExternalLink')?.meta.roles).toEqual(['admin', 'editor'])
  })
  it('have no limit for home, 403, 404 and /vab [C-281]', async () => {
    const all = await routes()
    for (const path of ['/', '/vab', '/error', '/error/403', '/error/404'])
      expect(rolesOf(all, path), path).toBeUndefined()
  })
})

describe('the lists of the mock', () => {
  it('page through icons, 72 at a time [C-364] [C-365]', async () => {
    const first = (await get('remixIcon/getList')) as Body & { totalCount: number; data: string[] }
    expect(first.totalCount).toBeGreaterThan(2000)
    expect(first.data).toHaveLength(72)
    const found = (await get('remixIcon/getList?title=home&pageNo=2&pageSize=5')) as typeof first
    expect(found.data).toHaveLength(5)
    for (const icon of found.data) expect(icon).toContain('home')
    expect(found.totalCount).toBeLessThan(first.totalCount)
    expect(((await get('remixIcon/getList?title=%25')) as typeof first).totalCount).toBe(0)
    expect(((await get('remixIcon/getList?pageNo=x&pageSize=')) as typeof first).data).toEqual(first.data)
  })
  it('have the places of the country with codes, regions and ranks [C-193] [C-366]', async () => {
    type Place = { name: string; code: string }
    type Province = Place & {
      region: string
      isAutonomousRegion: boolean
      isMunicipality: boolean
      children: (Place & { children: Place[] })[]
    }
    const all = (await get('area/getList')).data as Province[]
    expect(all).toHaveLength(34)
    expect(new Set(all.map(({ region }) => region))).toEqual(
      new Set(['east', 'central', 'south', 'southwest', 'northwest']),
    )
    const named = (wanted: (each: Province) => boolean): string[] => all.filter(wanted).map(({ name }) => name)
    expect(named((each) => each.isMunicipality)).toEqual(['北京市', '天津市', '上海市', '重庆市'])
    expect(named((each) => each.isAutonomousRegion)).toHaveLength(5)
    const hangzhou = all.find(({ name }) => name === '浙江省')?.children.find(({ name }) => name === '杭州市')
    expect(hangzhou).toMatchObject({ code: '330100' })
    expect(hangzhou?.children).toContainEqual({ name: '西湖区', code: '330106' })
  })
  it('have a log with pages and a search [C-373]', async () => {
    const all = (await get('systemLog/getList')).data as { list: unknown[]; total: number }
    expect(all.list).toHaveLength(20)
    expect(all.total).toBe(58)
    const editor = (await get('systemLog/getList?account=editor&pageSize=100')).data as {
      list: { account: string }[]
      total: number
    }
    expect(editor.list).toHaveLength(editor.total)
    expect(editor.list.every(({ account }) => account === 'editor')).toBe(true)
  })
  it('describe the components [C-374]', async () => {
    expect((await get('description/getList')).data).toMatchObject({
      list: [{ title: '表格' }, {}, {}, {}, {}],
      total: 5,
    })
  })
  it('list, change and delete departments [C-375] [C-376] [C-377]', async () => {
    type Department = { id: string; name: string; children?: Department[] }
    const list = async (query = ''): Promise<Department[]> =>
      ((await get(`departmentManagement/getList${query}`)).data as { list: Department[] }).list
    expect((await list()).map(({ name }) => name)).toEqual(['集团总部', '华东分公司'])
    expect((await list('?name=市场')).map(({ name }) => name)).toEqual(['华东分公司'])
    const edit = (input: unknown) => post('departmentManagement/doEdit', input)
    expect(await edit({ id: '21', name: '品牌部' })).toEqual({ code: 200, msg: '模拟保存成功' })
    expect(await edit({ parentId: '2', name: '法务部' })).toMatchObject({ code: 200 })
    const names = async () => (await list()).at(1)?.children?.map(({ name }) => name)
    expect(await names()).toEqual(['品牌部', '法务部'])
    expect(await edit({ id: 'gone', name: 'x' })).toMatchObject({ code: 500 })
    expect(await edit({ id: '21', name: ' ' })).toEqual({ code: 500, msg: '请输入名称' })
    expect(await post('departmentManagement/doDelete', { ids: '21,132' })).toEqual({ code: 200, msg: '模拟删除成功' })
    expect(await names()).toEqual(['法务部'])
  })
})

/** What such a front end does at its start: key, sign-in, user, routes, and a menu of what its roles may see. */
async function menuOf(username: string): Promise<string[]> {
  const unwrapped = (answer: Body): unknown => {
    if (answer.code !== 200) throw new Error(answer.msg)
    return answer.data
  }
  const { mockServer } = unwrapped(await get('publicKey')) as { mockServer: boolean }
  expect(mockServer).toBe(true)
  const { token } = unwrapped(await post('login', { username, password: '123456' })) as { token: string }
  const { roles } = unwrapped(await get('userInfo', { token })) as { roles: string[] }
  const sees = (wanted: RouteRoles | undefined): boolean => {
    if (!wanted) return true
    if (!('mode' in wanted)) return wanted.some((role) => roles.includes(role))
    return !wanted.role.some((role) => roles.includes(role))
  }
  const titles = (list: readonly MockRoute[]): string[] =>
    list
      .filter(({ hidden, meta }) => !hidden && sees(meta.roles))
      .flatMap(({ meta, children }) => [meta.title, ...titles(children ?? [])])
  return titles(unwrapped(await get('router/getList', { token })) as MockRoute[])
}

describe('a front end that was written against the mock', () => {
  it('signs in as admin and builds the whole menu', async () => {
    const menu = await menuOf('admin')
    expect(menu).toEqual(expect.arrayContaining(['首页', '组件', '图标', '表格', '外链', '商品', '系统日志']))
    expect(menu).not.toContain('404')
    expect(menu).not.toContain('动态路径详情')
  })
  it('shows an editor what is left, and test no table', async () => {
    expect(await menuOf('editor')).toEqual(['首页', '首页', '组件', '外链'])
    const menu = await menuOf('test')
    expect(menu).toContain('图标')
    expect(menu).not.toContain('表格')
  })
  it('gets the reason of a failed sign-in', async () => {
    await expect(menuOf('stranger')).rejects.toThrow('帐户或密码不正确')
  })
})
