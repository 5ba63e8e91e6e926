import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { TestClient } from './harness/client.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'
import { MAIL_PASSWORD, MAIL_USER, startSmtp } from '#tests/fakes/smtp.ts'
import { formatDateTime } from '#shared/util/dates.ts'

const ENGINES = [
  ['the embedded database', null],
  ['PostgreSQL', whyNoPostgres()],
] as const
const BASE = {
  SITECRAFT_ADMIN_PASSWORD: 'admin123456',
  SITECRAFT_OUTGOING_ALLOW: '127.0.0.0/8',
  SITECRAFT_LOG: 'silent',
}

async function receiver() {
  const bodies: string[] = []
  const server = createServer((request, reply) => {
    request.setEncoding('utf8')
    let body = ''
    request
      .on('data', (part: string) => (body += part))
      .on('end', () => {
        bodies.push(body)
        reply.end('好的')
      })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

const problemsOf = async ({ url }: TestClient): Promise<string> => {
  const answer = await fetch(new URL('/ready', url))
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { problems: string[] }).problems.join()
}

describe.each(ENGINES)('a copy of a server on %s', (title, missing) => {
  const onPostgres = title === 'PostgreSQL'
  let cluster: Cluster | undefined
  let home: string
  const at = (name: string): string => path.join(home, name)
  const newEnv = async () => ({ ...BASE, ...(cluster && { DATABASE_URL: await cluster.createDatabase() }) })
  const start = async (data: string, env: Record<string, string>) => {
    const server = new ServerProcess(['--port', '0', '--data', at(data)], env)
    onTestFinished(async () => void (await server.kill('SIGKILL')))
    const { url } = await server.listening()
    const made = await runServer(['token', '--data', at(data)], env)
    const { token } = await new TestClient(url).ok('account.autoLogin', { token: made.stdout.trim() })
    return { server, admin: new TestClient(url, token) }
  }
  const change = (admin: TestClient, seoTitle: string) => admin.ok('site.updateSeo', { id: 1, seoTitle })

  /** An original with a webhook of site 1, which has told of one change. */
  async function startOriginal(data: string, env: Record<string, string>) {
    const to = await receiver()
    const original = await start(data, env)
    expect(await problemsOf(original.admin)).toBe('')
    const saved = await original.admin.ok('webhook.save', {
      name: '前端',
      url: to.url,
      events: ['site.changed'],
      siteIds: [1],
    })
    const id = saved?.webhook.id ?? 0
    await change(original.admin, '原服务器')
    await expect.poll(() => to.bodies.length, { timeout: 20_000 }).toBe(1)
    const smtp = await startSmtp('none')
    onTestFinished(() => smtp.close())
    const form = {
      siteId: 1,
      account: MAIL_USER,
      password: MAIL_PASSWORD,
      sendName: '官网',
      smtp: '127.0.0.1',
      port: smtp.port,
    }
    const channel = await original.admin.ok('emailChannel.save', { ...form, useSSL: false, security: 'none' })
    return { ...original, to, id, smtp, emailChannelId: channel?.id ?? 0 }
  }

  /** The copy keeps its webhook while the original goes on, and sends it once take-store has been run. */
  async function expectQuietUntilConfirmed(
    data: string,
    env: Record<string, string>,
    original: Awaited<ReturnType<typeof startOriginal>>,
  ) {
    const { to, id, smtp, emailChannelId } = original
    const copy = await start(data, env)
    expect(copy.server.stdout).toContain('本服务器是副本')
    expect(await problemsOf(copy.admin)).toContain('take-store')
    await change(copy.admin, '副本')
    const mail = { siteId: 1, emailChannelId, subject: '您好', body: '<p>正文</p>' }
    const now = await copy.admin.ok('emailSend.batchSend', { ...mail, emailList: 'now@example.com', sendType: 1 })
    const sendTime = formatDateTime(Date.now() + 4000)
    await copy.admin.ok('emailSend.batchSend', { ...mail, emailList: 'later@example.com', sendType: 2, sendTime })
    expect((await copy.admin.call('emailSend.trial', { ...mail, address: 'trial@example.com' })).msg).toContain(
      '本服务器是副本',
    )
    expect(await copy.admin.call('webhook.test', { id })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('本服务器是副本'),
    })
    await change(original.admin, '原服务器继续')
    await expect.poll(() => to.bodies.length, { timeout: 20_000 }).toBe(2)
    expect((await copy.admin.ok('webhook.deliveries', { webhookId: id })).content[0]).toMatchObject({
      state: 'waiting',
      attempts: 0,
      reason: '本服务器是副本，暂不发送',
    })
    await expect.poll(() => formatDateTime(new Date()) > sendTime, { timeout: 20_000 }).toBe(true)
    expect(await copy.admin.ok('emailSend.findById', { id: now?.id ?? 0 })).toMatchObject({
      state: 'waiting',
      reason: '本服务器是副本，暂不发送',
    })
    // Mail of the original still goes out; by then the copy's would have, too.
    const proof = await original.admin.ok('emailSend.batchSend', {
      ...mail,
      emailList: 'original@example.com',
      sendType: 1,
    })
    expect(proof?.id).toBeGreaterThan(0)
    await expect.poll(() => smtp.mails.map((each) => each.to), { timeout: 20_000 }).toEqual(['original@example.com'])
    expect(await runServer(['take-store', '--data', at(data)], env)).toMatchObject({ code: 0 })
    await expect.poll(() => to.bodies.length, { timeout: 90_000 }).toBe(3)
    await expect
      .poll(() => smtp.mails.map((each) => each.to).toSorted(), { timeout: 90_000 })
      .toEqual(['later@example.com', 'now@example.com', 'original@example.com'])
    expect(await problemsOf(copy.admin)).not.toContain('本服务器是副本')
    await copy.server.kill('SIGTERM')
    const { server } = await start(data, env)
    expect(server.stdout).not.toContain('本服务器是副本')
  }

  beforeAll(async () => {
    if (missing !== null) return
    if (onPostgres) cluster = await useCluster()
    home = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-server-copy-'))
  }, 120_000)
  afterAll(async () => {
    await cluster?.stop()
    if (home) await rm(home, { recursive: true, force: true })
  })

  it.skipIf(missing !== null)(
    'that was restored sends no webhook and no mail until take-store',
    async () => {
      const env = await newEnv()
      const original = await startOriginal('original', env)
      expect(await runServer(['backup', at('backup'), '--data', at('original')], env)).toMatchObject({ code: 0 })
      const copyEnv = await newEnv()
      expect(await runServer(['restore', at('backup'), '--data', at('restored')], copyEnv)).toMatchObject({ code: 0 })
      await expectQuietUntilConfirmed('restored', copyEnv, original)
    },
    240_000,
  )

  it.skipIf(onPostgres)(
    'whose folder was copied sends neither; a renamed or remounted folder is no copy',
    async () => {
      const first = await startOriginal('folder', BASE)
      await first.server.kill('SIGTERM')
      await cp(at('folder'), at('folder copy'), { recursive: true, preserveTimestamps: true })
      const again = await start('folder', BASE)
      expect(await problemsOf(again.admin)).toBe('')
      await expectQuietUntilConfirmed('folder copy', BASE, { ...first, ...again })
      await again.server.kill('SIGTERM')
      await rename(at('folder'), at('renamed'))
      const renamed = await start('renamed', BASE)
      expect(await problemsOf(renamed.admin)).toBe('')
      await renamed.server.kill('SIGTERM')
      // Another inode at the same path, as after a restore of the disk.
      await cp(at('renamed'), at('other'), { recursive: true })
      await rename(at('renamed'), at('old'))
      await rename(at('other'), at('renamed'))
      expect(await problemsOf((await start('renamed', BASE)).admin)).toBe('')
    },
    240_000,
  )
})
