import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { readSiteFacts } from '../engine/index.ts'
import { readSignature } from '../statics/signature.ts'
import { COUNT_PATH, COUNT_SCRIPT, SCRIPT } from './script.ts'

const HOST = 'www.group.example'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x64) Chrome/140'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile Safari'
const MINUTE = 60_000

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}
/** A request as a browser sends it to a site's own domain. */
const send = (server: TestServer, path: string, { method = 'GET', headers = {}, body = '' }: Sent = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const asking = request({ hostname, port, path, method, headers: { host: HOST, ...headers } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() }),
      )
    })
    asking.on('error', reject).end(body)
  })

interface Opened {
  path?: string
  kind?: 0 | 1
  ip?: string
  userAgent?: string
  referrer?: string
  column?: number
  origin?: string
}
const open = (server: TestServer, page: Opened = {}) => {
  const { path = '/', kind = 1, ip = '192.0.2.1', userAgent = DESKTOP, referrer = '', column = 0 } = page
  return send(server, COUNT_PATH, {
    method: 'POST',
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      'user-agent': userAgent,
      'x-forwarded-for': ip,
      origin: page.origin ?? `https://${HOST}`,
    },
    body: JSON.stringify({ k: kind, s: '1', c: String(column), p: path, r: referrer }),
  })
}
const counting = (admin: TestClient, isCounting = true) =>
  admin.ok('analytics.setSource', { siteId: 1, source: 'own', isCounting, countUrl: '' })
const today = (server: TestServer): string => formatDateTime(server.clock.now()).slice(0, 10)
const figures = async (server: TestServer, admin: TestClient, start = today(server)) =>
  admin.ok('analytics.own', { siteId: 1, start, end: today(server) })

it('the counting script is under 1 kB, and keeps nothing in the browser', () => {
  expect(Buffer.byteLength(SCRIPT)).toBeLessThan(1000)
  expect(gzipSync(SCRIPT).length).toBeLessThan(500)
  expect(SCRIPT).not.toMatch(/cookie|localStorage|sessionStorage|indexedDB/)
})

onBothDatabases('the counting of visits', (_server, start) => {
  const started = () => start({ trustedProxies: ['127.0.0.1'] })

  it('has its script on the pages of a site that counts, with the page’s column, and on no other', async () => {
    const server = await started()
    const admin = await server.as('admin')
    const build = async (): Promise<void> => {
      const flat = (tree: { id: number; child: unknown[] }[]): number[] =>
        tree.flatMap((each) => [each.id, ...flat(each.child as typeof tree)])
      const menuIds = flat(await admin.ok('column.getTree', { siteId: 1, showHiddenMenu: true }))
      const { jobId } = await admin.ok('statics.buildHTML', { siteId: 1, menuIds })
      await expect
        .poll(async () => (await admin.ok('job.findById', { id: jobId })).endDate, { timeout: 30_000 })
        .not.toBe('')
    }
    await build()
    expect((await send(server, '/')).text).not.toContain(COUNT_SCRIPT)
    await counting(admin)
    await build()
    const { text } = await send(server, '/')
    expect(text).toMatch(
      /<script async src="\/sitecraft-count\.js" data-site="1" data-column="0"><\/script>\s*<\/head>/,
    )
    const script = await send(server, COUNT_SCRIPT)
    expect([script.status, script.text]).toEqual([200, SCRIPT])
    expect(script.headers['set-cookie']).toBeUndefined()
    const [, inner = ''] = /href="(\/[^"]+\/)"/.exec(text) ?? []
    expect((await send(server, inner)).text).toMatch(/data-column="[1-9]\d*"/)
    await counting(admin, false)
    await build()
    expect((await send(server, '/')).text).not.toContain(COUNT_SCRIPT)
  })

  it('is loaded from another address only where a super administrator has agreed to it', async () => {
    const server = await started()
    const { db } = server.deps
    const admin = await server.as('admin')
    await grantExactly(db, 'editor', [
      { siteId: 0, menuId: MENU.analytics },
      { siteId: 1, menuId: 1 },
    ])
    const form = { siteId: 1, source: 'own', isCounting: true } as const
    const foreign = { ...form, countUrl: 'https://strangers.example' }
    expect((await (await server.as('editor')).call('analytics.setSource', form)).status, 'the menu alone').toBe(403)
    await grantExactly(db, 'editor', [
      { siteId: 0, menuId: MENU.analytics, settings: [PERMISSION.edit] },
      { siteId: 1, menuId: 1 },
    ])
    const editor = await server.as('editor')
    expect(await editor.call('analytics.setSource', foreign)).toMatchObject({
      status: 403,
      msg: expect.stringContaining('只有超级管理员可以设置统计服务地址'),
    })
    await editor.ok('analytics.setSource', form)
    const script = async () => (await readSiteFacts(server.deps, db, 1)).site.countScript
    expect(await script()).toBe(COUNT_SCRIPT)
    // As an installation of before has it: the address stands there, and nobody agreed to it.
    await db.updateTable('analytics_site').set({ countUrl: foreign.countUrl }).where('siteId', '=', 1).execute()
    expect(await script()).toBe('')
    expect(await editor.ok('analytics.state', { id: 1 })).toMatchObject({ isCountUrlConfirmed: false })
    await editor.ok('analytics.setSource', foreign)
    expect(await script(), 'whoever keeps it does not confirm it').toBe('')
    const before = await readSignature(db, 1)
    await admin.ok('analytics.setSource', foreign)
    expect(await script()).toBe(`https://strangers.example${COUNT_SCRIPT}`)
    expect(await readSignature(db, 1), 'the pages are built again').not.toBe(before)
    expect((await admin.ok('log.page', { area: 'analytics' })).content[0]).toMatchObject({
      title: '设置网站统计方式',
      requestData: expect.stringContaining('https://strangers.example'),
    })
  })

  it('gives the five figures: views, visitors, addresses, bounces and the time of a visit [C-039]', async () => {
    const server = await started()
    const admin = await server.as('admin')
    await counting(admin)
    expect((await figures(server, admin)).figures).toMatchObject({ pv_count: 0, visitor_count: 0, bounce_ratio: null })
    // One reads two pages in three minutes, one opens a page and is gone, with the same address.
    expect((await open(server)).status).toBe(204)
    server.clock.advance(2 * MINUTE)
    await open(server, { path: '/news/', column: 3, referrer: `https://${HOST}/` })
    server.clock.advance(MINUTE)
    await open(server, { path: '/news/', kind: 0 })
    await open(server, { userAgent: PHONE, referrer: 'https://search.example/q?w=1' })
    const own = await figures(server, admin)
    expect(own.figures).toEqual({
      pv_count: 3,
      visitor_count: 2,
      ip_count: 1,
      bounce_ratio: 50,
      avg_visit_time: 90,
      trans_count: null,
    })
    expect(own.pages).toEqual([
      { name: '/', pv: 2, visitors: 2 },
      { name: '/news/', pv: 1, visitors: 1 },
    ])
    expect(own.sources).toEqual([
      { name: '直接访问', pv: 2, visitors: 1 },
      { name: 'search.example', pv: 1, visitors: 1 },
    ])
    expect(own.devices).toEqual([
      { name: '电脑', pv: 2, visitors: 1 },
      { name: '手机', pv: 1, visitors: 1 },
    ])
    const column = await server.deps.db.selectFrom('site_column').select('title').where('id', '=', 3).executeTakeFirst()
    expect(own.columns).toContainEqual({ name: column?.title ?? '不属于任何栏目的页面', pv: 1, visitors: 1 })
    expect(own.days).toEqual([{ name: today(server), pv: 3, visitors: 2 }])
    expect(own.hours.reduce((sum, { pv }) => sum + pv, 0)).toBe(3)
    expect(own.hours).toHaveLength(24)
  })

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'says its own day, which is the one that it counts by, in %s',
    async (name) => {
      const zone = process.env.TZ
      process.env.TZ = name
      try {
        const server = await started()
        const admin = await server.as('admin')
        await counting(admin)
        await open(server)
        const { today: day, utcOffset } = await admin.ok('analytics.state', { id: 1 })
        expect(utcOffset).toBe(name === 'Pacific/Kiritimati' ? 14 * 60 : -11 * 60)
        const { figures: counted } = await admin.ok('analytics.own', { siteId: 1, start: day, end: day })
        expect(counted.pv_count).toBe(1)
      } finally {
        if (zone === undefined) delete process.env.TZ
        else process.env.TZ = zone
      }
    },
  )

  it('begins a new visit after half an hour, and a new visitor on the next day', async () => {
    const server = await started()
    const admin = await server.as('admin')
    await counting(admin)
    await open(server)
    server.clock.advance(31 * MINUTE)
    await open(server)
    const visits = () => server.deps.db.selectFrom('site_visit').selectAll().execute()
    expect(await visits()).toHaveLength(2)
    const first = today(server)
    server.clock.advance(DAY_MS)
    await open(server)
    const own = await figures(server, await server.as('admin'), first)
    expect(own.figures.visitor_count).toBeGreaterThan(1)
    expect(own.days).toHaveLength(2)
  })

  it('keeps nothing that says who it was, and destroys the salt of the day before', async () => {
    const server = await started()
    await counting(await server.as('admin'))
    const salts = () =>
      server.deps.db.selectFrom('setting').selectAll().where('name', 'like', 'counting.salt.%').execute()
    await open(server, { ip: '203.0.113.77', referrer: 'https://search.example/?name=secret' })
    const before = await salts()
    const [visit] = await server.deps.db.selectFrom('site_visit').selectAll().execute()
    const [view] = await server.deps.db.selectFrom('site_view').selectAll().execute()
    expect(JSON.stringify([visit, view])).not.toMatch(/203\.0\.113\.77|iPhone|Mozilla|secret/)
    server.clock.advance(DAY_MS)
    await open(server, { ip: '203.0.113.77' })
    const after = await salts()
    expect([before.length, after.length]).toEqual([1, 1])
    expect(after[0]?.value).not.toBe(before[0]?.value)
    const addresses = await server.deps.db.selectFrom('site_visit').select('address').distinct().execute()
    expect(addresses).toHaveLength(2)
  })

  it('forgets what is older than can be asked for', async () => {
    const server = await started()
    await counting(await server.as('admin'))
    await open(server)
    server.clock.advance(400 * DAY_MS)
    await open(server)
    expect(await server.deps.db.selectFrom('site_view').selectAll().execute()).toHaveLength(2)
    server.clock.advance(DAY_MS)
    await open(server)
    const days = await server.deps.db.selectFrom('site_visit').select('day').orderBy('day').execute()
    expect(days).toHaveLength(2)
  })

  it('counts for the site’s own pages alone: no other origin, no robot, no site that is switched off, no nonsense', async () => {
    const server = await started()
    const admin = await server.as('admin')
    await open(server)
    await counting(admin)
    for (const origin of ['https://evil.example', 'null', '']) await open(server, { origin })
    await open(server, { userAgent: 'Baiduspider/2.0' })
    for (const body of [
      '',
      '{',
      '[]',
      '{"k":1,"s":"1","p":"no slash"}',
      '{"k":7,"s":"1","p":"/"}',
      '{"k":1,"s":"9999","p":"/"}',
    ]) {
      const headers = { origin: `https://${HOST}`, 'user-agent': DESKTOP, 'content-type': 'text/plain' }
      expect((await send(server, COUNT_PATH, { method: 'POST', headers, body })).status, body).toBe(204)
    }
    const large = {
      method: 'POST',
      headers: { origin: `https://${HOST}` },
      body: JSON.stringify({ p: 'x'.repeat(5000) }),
    }
    expect((await send(server, COUNT_PATH, large)).status).toBe(413)
    expect((await figures(server, admin)).figures.pv_count).toBe(0)
  })

  it('is exported with all its parts', async () => {
    const server = await started()
    const admin = await server.as('admin')
    await counting(admin)
    await open(server)
    const day = today(server)
    const address = await admin.ok('analytics.sheet', { siteId: 1, start: day, end: day })
    const answer = await fetch(new URL(address, server.url), { headers: { authorization: admin.token ?? '' } })
    expect([answer.status, (await answer.arrayBuffer()).byteLength > 1000]).toEqual([200, true])
  })
})
