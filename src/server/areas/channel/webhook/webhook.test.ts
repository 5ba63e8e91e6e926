import { createHmac } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { createPublicLookup } from '#server/net/publicAddresses.ts'
import type { InputOf } from '#shared/contract/registry.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { columnsOf, grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { postDelivery } from './post.ts'

interface Got {
  headers: Record<string, string | string[] | undefined>
  body: string
}
type Answer = (got: Got, reply: ServerResponse) => void
const ok: Answer = (_got, reply) => void reply.end('好的')

/** A real receiver on this machine; `answer` may be changed while it runs. */
async function receiver(answer: Answer = ok, host = '127.0.0.1') {
  const got: Got[] = []
  const state = { answer }
  const server: Server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      const letter = { headers: request.headers, body: Buffer.concat(parts).toString('utf8') }
      got.push(letter)
      state.answer(letter, reply)
    })
  })
  await new Promise<void>((done) => server.listen(0, host, done))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const { port } = server.address() as AddressInfo
  return { got, state, port, url: `http://${host}:${port}/hook?from=cms` }
}

const HERE = { allowed: ['127.0.0.0/8'] }
type Form = Partial<InputOf<'webhook.save'>>

async function listen(admin: TestClient, url: string, form: Form = {}) {
  const answer = await admin.ok('webhook.save', { name: '前端', url, events: ['site.changed'], ...form })
  if (!answer) throw new Error('no answer')
  return { id: answer.webhook.id, secret: answer.secret, version: answer.webhook.version }
}
const change = (admin: TestClient, id = 1) =>
  admin.ok('site.updateSeo', { id, seoTitle: `标题 ${crypto.randomUUID()}` })
const deliveries = async (admin: TestClient, webhookId: number) =>
  (await admin.ok('webhook.deliveries', { webhookId })).content
const atLast = { timeout: 20_000 }

/** The deliveries of a webhook once the newest is in this state. */
async function settled(admin: TestClient, id: number, state: string, attempts = 1) {
  await expect
    .poll(async () => (await deliveries(admin, id))[0], atLast)
    .toMatchObject({ state, attempts: expect.toSatisfy((made: number) => made >= attempts) })
  return deliveries(admin, id)
}

onBothDatabases('webhooks', (_server, start) => {
  it('that are deleted while they are tried are gone, and nothing fails', async () => {
    const admin = await (await start({ outgoing: HERE })).as('admin')
    const to = await receiver()
    const { id } = await listen(admin, to.url, { siteIds: [1] })
    to.state.answer = (_got, reply) =>
      void admin.ok('webhook.deleteByIdList', [id]).then(() => {
        reply.end('好的')
      })
    expect(await admin.call('webhook.test', { id })).toMatchObject({ code: 404 })
    expect(to.got).toHaveLength(1)
  })

  it('report the events of a site, signed, and record the responses', async () => {
    const server = await start({ outgoing: HERE })
    const admin = await server.as('admin')
    const to = await receiver()
    const { id, secret } = await listen(admin, to.url, { siteIds: [1] })
    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    await change(admin, 2)
    await change(admin, 1)
    const [line] = await settled(admin, id, 'done')
    expect(line).toMatchObject({ event: 'site.changed', siteId: 1, status: 200, reason: '', answer: '好的' })
    const [letter] = to.got
    expect(to.got, 'the other site is not told').toHaveLength(1)
    const { headers, body = '' } = letter ?? {}
    const stamp = String(headers?.['x-sitecraft-timestamp'])
    const signature = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')
    expect(headers).toMatchObject({
      'x-sitecraft-event': 'site.changed',
      'x-sitecraft-delivery': String(line?.id),
      'x-sitecraft-signature': `v1=${signature}`,
    })
    expect(Math.abs(Number(stamp) - server.clock.now().getTime() / 1000)).toBeLessThan(600)
    expect(JSON.parse(body)).toMatchObject({ event: 'site.changed', siteId: 1, data: { id: 1 } })
    const kept = await server.deps.db.selectFrom('webhook').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(kept)).not.toContain(secret)
    expect(JSON.stringify(await server.deps.db.selectFrom('operation_log').selectAll().execute())).not.toContain(secret)
    expect((await admin.ok('webhook.page', {})).content).toMatchObject([{ id, lastOk: true }])
  })

  it('report content and builds, and nothing that was rolled back', { timeout: 90_000 }, async () => {
    const server = await start({ outgoing: HERE })
    const admin = await server.as('admin')
    const to = await receiver()
    const { id } = await listen(admin, to.url, {
      events: ['content.created', 'content.unpublished', 'content.removed', 'build.done', 'build.failed'],
    })
    const [list] = (await columnsOf(admin, 1)).filter(({ menuType }) => menuType === 1)
    const classId = list?.id ?? 0
    const [entry] = (await admin.ok('content.page', { classId, page: 1, size: 1 })).content
    const idList = [entry?.id ?? 0]
    expect((await admin.call('content.unpublish', { classId, idList: [...idList, 99_999_999] })).status).toBe(404)
    await admin.ok('content.unpublish', { classId, idList })
    await admin.ok('content.deleteByIdList', { classId, idList })
    const columns = await columnsOf(admin, 1)
    await admin.ok('statics.buildHTML', { siteId: 1, menuIds: columns.map((column) => column.id) })
    const told = async () => (await deliveries(admin, id)).map(({ event, state }) => `${event} ${state}`).toSorted()
    await expect
      .poll(told, { timeout: 60_000 })
      .toEqual(['build.done done', 'content.removed done', 'content.unpublished done'])
    const bodies = to.got.map(({ body }) => JSON.parse(body) as { event: string; data: object })
    expect(bodies.find(({ event }) => event === 'content.unpublished')?.data).toMatchObject({ id: idList[0], classId })
  })

  it('are repeated with growing pauses, and by hand, with the same words', async () => {
    const server = await start({ outgoing: HERE })
    const admin = await server.as('admin')
    const fail: Answer = (_got, reply) => void reply.writeHead(503).end('忙')
    const to = await receiver(fail)
    const { id } = await listen(admin, to.url)
    await change(admin)
    const [first] = await settled(admin, id, 'waiting')
    expect(first).toMatchObject({ status: 503, reason: '返回 503', answer: '忙' })
    const wait = async () => {
      const row = await server.deps.db.selectFrom('webhook_delivery').selectAll().executeTakeFirstOrThrow()
      return row.nextTime - server.clock.now().getTime()
    }
    const pauses = [await wait()]
    for (let attempts = 2; attempts <= 4; attempts++) {
      server.clock.advance((pauses.at(-1) ?? 0) + 1000)
      await settled(admin, id, 'waiting', attempts)
      pauses.push(await wait())
    }
    expect(
      pauses.every((pause, at) => at === 0 || pause > (pauses[at - 1] ?? 0) * 2),
      pauses.join(),
    ).toBe(true)
    to.state.answer = ok
    await admin.ok('webhook.retry', { id: first?.id ?? 0 })
    await settled(admin, id, 'done')
    expect(new Set(to.got.map(({ body }) => body)).size).toBe(1)
    expect(new Set(to.got.map(({ headers }) => headers['x-sitecraft-delivery'])).size).toBe(1)
  })

  it('are disabled after days without a success, and their creator is notified', async () => {
    const server = await start({ outgoing: HERE })
    const admin = await server.as('admin')
    const to = await receiver((_got, reply) => void reply.writeHead(500).end())
    const { id } = await listen(admin, to.url)
    await change(admin)
    await settled(admin, id, 'waiting')
    server.clock.advance(3 * DAY_MS + 1000)
    const again = await server.as('admin')
    const isOn = async () => (await again.ok('webhook.page', {})).content[0]?.isOn
    await expect.poll(isOn, atLast).toBe(false)
    const [hook] = (await again.ok('webhook.page', {})).content
    expect(hook?.offReason).toBe('连续 3 天没有一次成功（返回 500）')
    const [told] = (await again.ok('notice.page', {})).content
    expect(told).toMatchObject({ kind: 'webhookOff', title: 'Webhook“前端”已自动关闭', path: '/system/webhook' })
    const before = to.got.length
    await change(again)
    expect(await deliveries(again, id)).toHaveLength(1)
    expect(to.got).toHaveLength(before)
    to.state.answer = ok
    expect(await again.ok('webhook.test', { id })).toMatchObject({ state: 'done', status: 200, event: 'ping' })
    await listen(again, to.url, { id, isOn: true })
    await change(again)
    await settled(again, id, 'done')
  })

  it('that never answer are cut off and hold up no other', async () => {
    const server = await start({ outgoing: { ...HERE, responseTimeoutMs: 1500 } })
    const admin = await server.as('admin')
    const silent = await receiver(() => undefined)
    // Sends a byte again and again and never ends.
    const slow = await receiver((_got, reply) => {
      const timer = setInterval(() => reply.write('.'), 100)
      reply.once('close', () => clearInterval(timer))
    })
    const good = await receiver()
    const [one, two, three] = [
      await listen(admin, silent.url),
      await listen(admin, slow.url),
      await listen(admin, good.url),
    ]
    await change(admin)
    await settled(admin, three.id, 'done')
    for (const { id } of [one, two])
      expect((await settled(admin, id, 'waiting'))[0]).toMatchObject({ status: 0, reason: '对方 1.5 秒内没有响应' })
  })

  it('reach no private address, whatever its name or spelling, and follow no redirection', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const to = await receiver()
    const inside = '接收地址属于内部网络，不允许访问'
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      const { id } = await listen(admin, `http://${host}:${to.port}/`, { name: host })
      const told = await admin.ok('webhook.test', { id })
      expect(told, host).toMatchObject({ state: 'failed', status: 0, reason: expect.stringContaining(inside) })
    }
    expect(to.got).toEqual([])
    const open = await start({ outgoing: { allowed: ['127.0.0.1'] } })
    const owner = await open.as('admin')
    const leading = await receiver((_got, reply) => void reply.writeHead(302, { location: to.url }).end())
    const { id } = await listen(owner, leading.url)
    expect(await owner.ok('webhook.test', { id })).toMatchObject({ status: 302, reason: '要求跳转（302），不跟随' })
    expect(to.got).toEqual([])
    for (const url of ['ftp://example.com/', 'http://a:b@example.com/', 'file:///etc/passwd', 'x'])
      expect((await owner.call('webhook.save', { name: '甲', url, events: ['site.changed'] })).status, url).toBe(400)
  })

  it('belong to the sites of who manages them', async () => {
    const server = await start({ outgoing: HERE })
    const admin = await server.as('admin')
    const to = await receiver()
    const all = await listen(admin, to.url)
    const ofTwo = await listen(admin, to.url, { siteIds: [2] })
    const [column] = await columnsOf(admin, 1)
    await grantExactly(server.deps.db, 'editor', [
      { siteId: 0, menuId: MENU.webhook },
      { siteId: 1, menuId: column?.id ?? 0 },
    ])
    const editor = await server.as('editor')
    expect((await editor.ok('webhook.page', {})).content).toEqual([])
    const form = { name: '甲', url: to.url, events: ['site.changed' as const] }
    expect((await editor.call('webhook.save', form)).msg).toBe('您没有全部站点的权限，请选择站点')
    expect((await editor.call('webhook.save', { ...form, siteIds: [2] })).status).toBe(403)
    for (const id of [all.id, ofTwo.id]) {
      expect((await editor.call('webhook.test', { id })).status).toBe(403)
      expect((await editor.call('webhook.save', { ...form, id, siteIds: [1] })).status).toBe(403)
      expect((await editor.call('webhook.deliveries', { webhookId: id })).status).toBe(403)
      expect((await editor.call('webhook.deleteByIdList', [id])).status).toBe(403)
    }
    expect((await editor.call('webhook.save', { ...form, siteIds: [1] })).status).toBe(200)
    expect(to.got).toEqual([])
  })

  it('reveal only what their last editor may read, and nothing for a disabled account', async () => {
    const server = await start({ outgoing: HERE })
    const admin = await server.as('admin')
    const to = await receiver()
    const [own, other] = [await emptyColumn(admin), await emptyColumn(admin)]
    await grantExactly(server.deps.db, 'editor', [
      { siteId: 0, menuId: MENU.webhook },
      { siteId: 1, menuId: own.id },
    ])
    const editor = await server.as('editor')
    const form = { events: ['content.created' as const], siteIds: [1] }
    const { id } = await listen(editor, to.url, form)
    await saveArticle(admin, other.id, { title: '内部的' }, { isStatus: false })
    expect((await settled(editor, id, 'failed'))[0]).toMatchObject({
      reason: expect.stringContaining('没有对应栏目的权限'),
      request: expect.not.stringContaining('内部的'),
    })
    expect((await editor.ok('webhook.deliveries', { webhookId: id, key: '内部的' })).content).toEqual([])
    expect((await deliveries(admin, id))[0]?.request).toContain('内部的')
    await saveArticle(admin, own.id, { title: '自己的' }, { isStatus: false })
    await settled(editor, id, 'done')
    expect(to.got.map(({ body }) => body).join()).toContain('自己的')
    expect(to.got).toHaveLength(1)
    // Saved by somebody else it tells what that one may know.
    await listen(admin, to.url, { ...form, id })
    await saveArticle(admin, other.id, { title: '内部的' }, { isStatus: false })
    await settled(admin, id, 'done')
    expect(to.got).toHaveLength(2)
    await listen(editor, to.url, { ...form, id })
    await server.deps.db.updateTable('account').set({ isStatus: 0 }).where('username', '=', 'editor').execute()
    await saveArticle(admin, own.id, { title: '再来' }, { isStatus: false })
    await settled(admin, id, 'failed', 0)
    expect((await admin.ok('webhook.page', {})).content[0]).toMatchObject({
      isOn: false,
      offReason: '设置它的账号已停用或删除',
    })
    expect(to.got).toHaveLength(2)
  })
})

describe('a name that changes its address', () => {
  it('sends requests only to permitted addresses, checked each time', async () => {
    const allowed = ['127.0.0.2/32']
    const open = await receiver(ok, '127.0.0.2')
    const hidden: Server = createServer((_request, reply) => void reply.end('内部'))
    await new Promise<void>((done) => hidden.listen(open.port, '127.0.0.1', done))
    onTestFinished(() => new Promise<void>((done) => void hidden.close(() => done())))
    const addresses = ['127.0.0.2', '127.0.0.1']
    const resolve: Parameters<typeof createPublicLookup>[1] = (_host, _options, answer) =>
      answer(null, [{ address: addresses.shift() ?? '', family: 4 }])
    const letter = { body: '{}', secret: 's', event: 'ping', deliveryId: 1, now: new Date() }
    const tell = () => postDelivery({ ...letter, url: `http://hook.example.com:${open.port}/` }, { allowed, resolve })
    expect(await tell()).toMatchObject({ status: 200, reason: '', answer: '好的' })
    expect(await tell()).toMatchObject({ status: 0, answer: '', reason: expect.stringMatching(/内部网络/) })
    expect(addresses).toEqual([])
    expect(open.got).toHaveLength(1)
  })
})
