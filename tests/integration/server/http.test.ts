import { request } from 'node:http'
import { expect, it } from 'vitest'
import { apiTokenForm } from '#shared/contract/apiToken.ts'
import { apiNames, operations } from '#shared/contract/registry.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'
import type { TestServer } from './harness/server.ts'

/** What the document says of an operation. */
interface Described {
  operationId: string
  requestBody: { content: Record<string, { schema: { properties: Record<string, { examples?: unknown[] }> } }> }
  responses: object
}

/** The status for an address that no client library would send. */
const statusOf = (url: string, address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    request({ hostname, port, path: address }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

onBothDatabases('requests', (server) => {
  it('get the envelope of a missing call for whatever is unknown', async () => {
    const notFound = { status: 404, code: 404, msg: '接口不存在，请检查请求地址和方法', data: null }
    const client = await server().as('admin')
    for (const path of ['', 'api', 'api/nothing', 'api/cebest-cms/../../etc/passwd', 'api/cms/menu/findById'])
      expect(await client.send(path)).toEqual(notFound)
    expect(await client.send('api/cms/menu/getTree')).toEqual(notFound)
    expect(await client.send('api/cms/dict/index', { method: 'DELETE' })).toEqual(notFound)
  })
  it('may be JSON or form-encoded, and mean the same [A-220] [A-221]', async () => {
    const client = await server().as('admin')
    const path = 'api/cms/menu/getTree'
    const json = await client.send(path, { method: 'POST', body: { siteId: 1, showHiddenMenu: true, channel: 'pc' } })
    const form = await client.send(path, {
      method: 'POST',
      headers: FORM,
      body: 'siteId=1&showHiddenMenu=true&channel=pc',
    })
    expect(json).toMatchObject({ status: 200, code: 200 })
    expect(form).toEqual(json)
  })
  it('may leave out the channel or send null in it', async () => {
    const client = await server().as('admin')
    for (const channel of [undefined, null, 'pc', 'h5'])
      expect((await client.call('site.page', { page: 1, size: 1, channel })).code).toBe(200)
  })
  it('take an empty or null field for a missing one, in forms and in JSON', async () => {
    const client = await server().as('admin')
    const path = 'api/cebest-cms/template/list'
    const plain = await client.send(path, { method: 'POST', body: {} })
    const blank = { page: null, size: null, key: null, siteId: null }
    expect(await client.send(path, { method: 'POST', body: blank })).toEqual(plain)
    expect(await client.send(path, { method: 'POST', headers: FORM, body: 'page=&size=&key=&siteId=' })).toEqual(plain)
    const tree = { method: 'POST', headers: FORM, body: 'siteId=1&showHiddenMenu=' }
    expect(await client.send('api/cms/menu/getTree', tree)).toMatchObject({ code: 200 })
  })
  it('name the bounds of pages, in Chinese', async () => {
    const client = await server().as('admin')
    expect(await client.call('site.page', { page: 0 })).toMatchObject({ status: 400, msg: '页码不能小于 1' })
    expect(await client.call('site.page', { page: Number.MAX_SAFE_INTEGER, size: 10_000 })).toMatchObject({
      status: 400,
      msg: '页码不能大于 1000000',
    })
    expect(await client.call('site.page', { pageSize: 10_001 })).toMatchObject({ msg: '每页条数不能大于 10000' })
  })
  it('take a missing flag for false and may have no body at all', async () => {
    const client = await server().as('admin')
    const without = await client.ok('column.getTree', { siteId: 1 })
    expect(await client.ok('column.getTree', { siteId: 1, showHiddenMenu: false })).toEqual(without)
    expect((await client.send('api/cebest-cms/site-manage/page', { method: 'POST' })).code).toBe(200)
    const empty = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '' }
    expect((await client.send('api/cebest-cms/site-manage/page', empty)).code).toBe(200)
  })
  it.each(['api//cms/dict/index', 'api/cms/dict/index/', '/api/cms/dict/index', 'api/cms/dict/index?x=1'])(
    'find a call at %s',
    async (path) => {
      const client = await server().as('admin')
      expect((await client.send(path)).code).toBe(200)
    },
  )
  it('say what is wrong with a body that can not be read', async () => {
    const client = await server().as('admin')
    const post = (body: string, type = 'application/json') =>
      client.send('api/cms/menu/getTree', { method: 'POST', body, headers: { 'content-type': type } })
    expect(await post('{"siteId":')).toMatchObject({ status: 400, code: 400, data: null })
    expect(await post('{"__proto__":{"a":1}}')).toMatchObject({ status: 400 })
    expect(await post('<a/>', 'application/xml')).toMatchObject({ status: 415, code: 415 })
    expect(await post('{"a":1}', 'text/plain')).toMatchObject({ status: 415 })
    expect((await client.send('api/cms/menu/findById/%zz')).status).toBe(400)
  })
  it('are refused when they are too large, small ones already without a session', async () => {
    const client = await server().as('admin')
    const body = (bytes: number) => JSON.stringify({ key: 'x'.repeat(bytes) })
    const tooLarge = (most: string) => ({
      status: 413,
      code: 413,
      msg: `提交的内容超过大小限制：最多 ${most}，请减少内容或分批提交`,
    })
    const page = { method: 'POST', body: body(1024 * 1024) }
    expect(await client.send('api/cebest-cms/site-manage/page', page)).toMatchObject(tooLarge('1 MB'))
    const login = { method: 'POST', body: body(64 * 1024) }
    expect(await server().nobody.send('api/cebest-cms/account/login', login)).toMatchObject(tooLarge('64 KB'))
    expect((await server().nobody.send('api/no/such/call', login)).status).toBe(413)
    const save = { method: 'POST', body: body(49 * 1024 * 1024) }
    expect(await client.send('api/cebest-cms/content/1/save', save)).toMatchObject(tooLarge('48 MB'))
  })
  it('are refused at once when they are made of too many parts', async () => {
    const client = await server().as('admin')
    const save = (body: string, headers = {}) =>
      client.send('api/cebest-cms/content/1/save', { method: 'POST', body, headers })
    expect(await save('['.repeat(5_000_000))).toMatchObject({ status: 400, msg: expect.stringContaining('32 层') })
    expect(await save(`[${'0,'.repeat(250_000)}0]`)).toMatchObject({ status: 413, msg: expect.stringContaining('项') })
    const form = await server().nobody.send('api/cebest-cms/account/login', {
      method: 'POST',
      headers: FORM,
      body: 'a=1&'.repeat(16_000),
    })
    expect(form).toMatchObject({ status: 400, msg: expect.stringContaining('超过 1000 个') })
  })
  it.each(['//[', '//', '//]:80/', '//a:b@[::1', '/%', '/api/%E0%A4%A', '/\\..', '/?%', '*', 'http://[/', 'http:/x'])(
    'with the malformed address %s are told so',
    async (address) => {
      const status = await statusOf(server().url, address)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    },
  )
  it('get no inside knowledge when something breaks', async () => {
    const client = await server().as('admin')
    const { db } = server().deps
    await db.schema.alterTable('site').renameTo('site_away').execute()
    const answer = await client.call('site.page', {})
    await db.schema.alterTable('site_away').renameTo('site').execute()
    expect(answer).toEqual({
      status: 500,
      code: 500,
      msg: '程序出现意外错误，请重试；如果仍然出现，请把日志发给管理员',
      data: null,
    })
  })
})

onBothDatabases('answers', (server, start) => {
  it('carry headers against sniffing, framing and caching', async () => {
    const { headers } = await server().nobody.fetch('api/sitecraft/capabilities')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
  it('may be read by the named origins only', async () => {
    const origin = 'https://cms.example'
    const other = await start({ corsOrigins: [origin] })
    const from = (name: string, method = 'GET') =>
      other.nobody.fetch('api/sitecraft/capabilities', { method, headers: { origin: name } })
    expect((await from(origin)).headers.get('access-control-allow-origin')).toBe(origin)
    expect((await from('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await from(origin, 'OPTIONS')
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
  })
  it('count by the caller behind a trusted proxy, and believe nobody else', async () => {
    const other = await start({ trustedProxies: ['127.0.0.1'] })
    const ipSeen = async (server: TestServer) => {
      const admin = await server.as('admin')
      const headers = { 'x-forwarded-for': '192.0.2.7' }
      await admin.send('api/cebest-cms/template/newFileFolder', {
        method: 'POST',
        headers,
        body: { path: 'portfolio', folderName: 'proxied' },
      })
      return server.deps.db.selectFrom('operation_log').select('ip').distinct().execute()
    }
    expect(await ipSeen(other)).toEqual([{ ip: '192.0.2.7' }])
    expect(await ipSeen(server())).toEqual([{ ip: '127.0.0.1' }])
  })
  it('say so when the captcha is asked for too often', async () => {
    const other = await start()
    const statuses = await Promise.all(
      Array.from({ length: 260 }, () => other.nobody.call('account.captcha', {}).then((answer) => answer.status)),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(240)
    expect(await other.nobody.call('account.captcha', {})).toMatchObject({
      status: 429,
      code: 429,
      msg: '操作过于频繁，请 1 分钟后重试',
    })
    expect((await other.nobody.call('system.health', {})).status).toBe(200)
  }, 60_000)
})

onBothDatabases('the API document', (server) => {
  it('describes every operation with its title, input and output', async () => {
    const document = (await (await server().nobody.fetch('api/docs/json')).json()) as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string; summary: string }>>
      components: { schemas: Record<string, unknown> }
    }
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(document.openapi).toMatch(/^3\.1/)
    for (const name of apiNames)
      expect(described.find((operation) => operation.operationId === name)?.summary, name).toContain(
        operations[name].title,
      )
    const text = JSON.stringify(document)
    const refs = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(refs).toContain('Column')
    for (const ref of refs) expect(Object.keys(document.components.schemas)).toContain(ref)
    expect(text).not.toContain('$defs')
  })
  it('shows an example of each field of a token that a program asks for, which would be taken, and of the answer', async () => {
    const document = (await (await server().nobody.fetch('api/docs/json')).json()) as {
      paths: Record<string, Record<string, Described>>
    }
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const create = described.find(({ operationId }) => operationId === 'apiToken.create')
    const fields = Object.entries(create?.requestBody.content['application/json']?.schema.properties ?? {})
    const example = Object.fromEntries(fields.map(([name, { examples }]) => [name, examples?.[0]]))
    expect(Object.keys(example)).toEqual(Object.keys(apiTokenForm.shape))
    expect(apiTokenForm.safeParse(example)).toMatchObject({ success: true, data: example })
    expect(JSON.stringify(create?.responses)).toContain('"token":"sct.')
  })
  it('has its pages from this server alone', async () => {
    const page = await server().nobody.fetch('api/docs/')
    const html = await page.text()
    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) {
      expect(link).not.toMatch(/^(https?:)?\/\//)
      expect((await server().nobody.fetch(new URL(link, page.url).pathname)).status, link).toBe(200)
    }
  })
})
