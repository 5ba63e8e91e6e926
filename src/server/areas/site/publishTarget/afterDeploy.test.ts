import { chmod, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Deployment } from '#shared/contract/publishTarget.ts'
import { buildStatics } from '#tests/builders/builtSite.ts'
import { columnNamed } from '#tests/builders/column.ts'
import { saveArticle } from '#tests/builders/content.ts'
import { deployTo, folderTarget, makeTargetFolder } from '#tests/builders/publishTarget.ts'
import { CDN_KEY, startCdn } from '#tests/fakes/cdn.ts'
import { freePort } from '#tests/fakes/listening.ts'
import { startWebServer } from '#tests/fakes/webServers.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { LOCAL_OUTGOING, onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const WAIT = { timeout: 30_000, interval: 50 }

let cdn: Awaited<ReturnType<typeof startCdn>>
beforeAll(async () => {
  cdn = await startCdn()
})
afterAll(() => cdn.stop())

/** The last deployment once its check has ended. */
async function checked(client: TestClient, targetId: number): Promise<Deployment> {
  const last = async () => (await client.ok('publishTarget.deployments', { targetId, size: 1 })).content[0]
  await expect.poll(async () => (await last())?.checkDate ?? '', WAIT).not.toBe('')
  const found = await last()
  if (!found) throw new Error('no deployment')
  return found
}

/** A target in a folder, and the real nginx, Caddy or Apache in front with the configuration that is offered for it. */
async function served(client: TestClient, kind: 'nginx' | 'caddy' | 'apache') {
  const folder = await makeTargetFolder()
  await chmod(folder, 0o755)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { id } = await client.ok('publishTarget.save', folderTarget(folder, { origin }))
  const { text, message } = await client.ok('publishTarget.webServer', { id, server: kind })
  expect(message).toBe('')
  const server = await startWebServer(kind, text, port)
  onTestFinished(() => server.stop())
  return { id, folder, server, origin }
}

onBothDatabases('after a deployment', (_server, start) => {
  it.each(['nginx', 'caddy', 'apache'] as const)('%s shows the site as the check expects it', async (kind) => {
    const admin = await (await start(LOCAL_OUTGOING)).as('admin')
    await admin.ok('redirect.save', { siteId: 1, source: '/旧 站/index.html', target: '/news/?from=旧', note: '' })
    await buildStatics(admin)
    const { id, server } = await served(admin, kind)
    await deployTo(admin, id)
    expect(await checked(admin, id)).toMatchObject({ checkState: 'live', checkProblems: [], purgeProblem: '' })
    const moved = await server.ask(encodeURI('/旧 站/'))
    expect(moved.status).toBe(301)
    expect(await server.ask('/none')).toMatchObject({ status: 404 })
  })

  it('what differs is named, and no failure of the deployment', async () => {
    const admin = await (await start(LOCAL_OUTGOING)).as('admin')
    await buildStatics(admin)
    const { id, folder } = await served(admin, 'nginx')
    await deployTo(admin, id)
    await checked(admin, id)
    await writeFile(join(folder, 'index.html'), 'a cached page')
    for (const entry of await readdir(folder, { withFileTypes: true }))
      if (entry.isDirectory() && entry.name !== '.sitecraft') await rm(join(folder, entry.name), { recursive: true })
    const { id: classId } = await columnNamed(admin, '集团新闻')
    await saveArticle(admin, classId, { title: '刚刚发布的消息' }, { isStatus: true })
    expect(await deployTo(admin, id)).toMatchObject({ state: 'done', written: 0 })
    const { checkState, checkProblems } = await checked(admin, id)
    expect(checkState).toBe('differs')
    // Put right, it is asked for again.
    expect(await deployTo(admin, id, { isVerified: true })).toMatchObject({ state: 'done' })
    const mended = await checked(admin, id)
    expect(mended).toMatchObject({ checkState: 'live', canCheck: true })
    await writeFile(join(folder, 'index.html'), 'another page')
    await admin.ok('publishTarget.check', { id: mended.id })
    await expect.poll(async () => (await checked(admin, id)).checkState, WAIT).toBe('differs')
    const [, former] = (await admin.ok('publishTarget.deployments', { targetId: id })).content
    expect((await admin.call('publishTarget.check', { id: former?.id ?? 0 })).msg).toContain('只能检查最近一次')
    expect(checkProblems).toContainEqual(expect.stringContaining('“/”的内容与发布的不同'))
    expect(checkProblems).toContainEqual(expect.stringMatching(/“\/.+”返回 404，应为 200/))
  })

  it('a server that answers everything with the same page is found out', async () => {
    const admin = await (await start(LOCAL_OUTGOING)).as('admin')
    await buildStatics(admin)
    const web = createServer((_request, response) => void response.end('x'.repeat(100_000)))
    await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
    onTestFinished(() => void web.close())
    const origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
    const { id } = await admin.ok('publishTarget.save', folderTarget(await makeTargetFolder(), { origin }))
    await deployTo(admin, id)
    const { checkState, checkProblems } = await checked(admin, id)
    expect(checkState).toBe('differs')
    expect(checkProblems.at(-1)).toContain('不存在的网址返回 200，应为 404')
  })

  it('a domain that does not answer, or that is in the private network, is not checked', async () => {
    const inside = await (await start()).as('admin')
    await buildStatics(inside)
    const port = await freePort()
    const form = folderTarget(await makeTargetFolder(), { origin: `http://127.0.0.1:${port}` })
    const { id: refused } = await inside.ok('publishTarget.save', form)
    expect(await deployTo(inside, refused)).toMatchObject({ state: 'done' })
    expect(await checked(inside, refused)).toMatchObject({ checkState: 'unchecked', checkProblems: [/内部网络/] })

    const admin = await (await start({ outgoing: { allowed: ['127.0.0.0/8'], responseTimeoutMs: 300 } })).as('admin')
    await buildStatics(admin)
    const closed = folderTarget(await makeTargetFolder(), { origin: `http://127.0.0.1:${port}` })
    const { id } = await admin.ok('publishTarget.save', closed)
    await deployTo(admin, id)
    expect(await checked(admin, id)).toMatchObject({ checkState: 'unchecked', checkProblems: [/无法访问 http/] })
    const silent = createServer(() => undefined)
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    onTestFinished(() => {
      silent.closeAllConnections()
      silent.close()
    })
    const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const late = await admin.ok('publishTarget.save', folderTarget(await makeTargetFolder(), { origin }))
    await deployTo(admin, late.id)
    expect(await checked(admin, late.id)).toMatchObject({ checkState: 'unchecked', checkProblems: [/秒内没有响应/] })
  })

  it.each(['webhook', 'aliyun', 'tencent'] as const)(
    'the CDN %s forgets what changed, and nothing else',
    async (provider) => {
      const admin = await (await start(LOCAL_OUTGOING)).as('admin')
      await buildStatics(admin)
      const origin = 'http://127.0.0.1:9'
      const form = folderTarget(await makeTargetFolder(), { origin, basePath: '/局' })
      const { id: targetId } = await admin.ok('publishTarget.save', form)
      const { secret, id: accessKeyId } = CDN_KEY
      const set = { targetId, provider, url: cdn.url, accessKeyId }
      expect((await admin.call('publishCdn.save', set)).msg).toContain('请输入密钥')
      const saved = await admin.ok('publishCdn.save', { ...set, secret })
      expect(saved).toMatchObject({ provider, hasSecret: true })
      expect(JSON.stringify(saved)).not.toContain('密钥')
      expect(await admin.ok('publishCdn.test', { targetId })).toEqual({ message: '' })
      await deployTo(admin, targetId)
      await checked(admin, targetId)
      const { id: classId } = await columnNamed(admin, '集团新闻')
      const made = await saveArticle(admin, classId, { title: '刚刚发布的消息' }, { isStatus: true })
      await buildStatics(admin)
      cdn.taken.length = 0
      const { written } = await deployTo(admin, targetId)
      expect(await checked(admin, targetId)).toMatchObject({ purgeProblem: '' })
      expect(cdn.taken).toHaveLength(1)
      const [order] = cdn.taken
      expect(order).toMatchObject({ provider, isFolder: false })
      expect(order?.urls).toContain(`${origin}/%E5%B1%80/news/group/${made.id}.html`)
      expect(order?.urls).toContain(`${origin}/%E5%B1%80/news/group/`)
      expect(order?.urls.length).toBeLessThan(written * 2 + 1)
      cdn.taken.length = 0
      await deployTo(admin, targetId)
      await checked(admin, targetId)
      expect(cdn.taken).toEqual([])

      cdn.refuse('今天的额度已用完')
      try {
        await saveArticle(admin, classId, { title: '又一条消息' }, { isStatus: true })
        await buildStatics(admin)
        expect(await deployTo(admin, targetId)).toMatchObject({ state: 'done' })
        const { purgeProblem } = await checked(admin, targetId)
        expect(purgeProblem).toContain(provider === 'webhook' ? '返回 500' : '今天的额度已用完')
      } finally {
        cdn.refuse(null)
      }
      // The secret goes nowhere else.
      const elsewhere = { ...set, url: 'https://other.example', id: saved.id, version: saved.version }
      expect((await admin.call('publishCdn.save', elsewhere)).msg).toContain('重新输入密钥')
      const wrong = await admin.ok('publishCdn.save', { ...set, secret: 'wrong', id: saved.id, version: saved.version })
      expect((await admin.ok('publishCdn.test', { targetId })).message).not.toBe('')
      const off = { ...set, provider: '' as const, id: saved.id, version: wrong.version }
      expect(await admin.ok('publishCdn.save', off)).toMatchObject({ hasSecret: false })
    },
  )
})
