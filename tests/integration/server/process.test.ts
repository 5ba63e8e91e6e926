import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TOTP } from 'otpauth'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embeddedFile } from '#server/db/connect.ts'
import { TestClient } from './harness/client.ts'
import { useCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'

let dataDir = ''
const started: ServerProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-process-'))
})
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

function start(args: readonly string[] = [], env: Record<string, string> = {}): ServerProcess {
  const server = new ServerProcess(['--port', '0', '--data', dataDir, ...args], env)
  started.push(server)
  return server
}

async function signIn(client: TestClient, user = 'admin', env: Record<string, string> = {}): Promise<TestClient> {
  const { stdout } = await runServer(['token', '--data', dataDir, '--user', user], env)
  return new TestClient(client.url, (await client.ok('account.autoLogin', { token: stdout.trim() })).token)
}

describe('the server process', { timeout: 60_000 }, () => {
  it('prints the administrator and a generated password once, then where it listens', async () => {
    const first = start()
    await first.listening()
    expect(first.stdout).toMatch(/用户名：admin\n\s+密码：\w{16}\nlistening on http:\/\/127\.0\.0\.1:\d+\n$/)
    await first.kill('SIGTERM')
    const second = start()
    await second.listening()
    expect(second.stdout).toMatch(/^listening on \S+\n$/)
  })
  it('does not print a password that was given', async () => {
    const server = start([], { SITECRAFT_ADMIN_PASSWORD: 'given-secret' })
    await server.listening()
    expect(server.stdout).toContain('由 SITECRAFT_ADMIN_PASSWORD 指定')
    expect(server.stdout).not.toContain('given-secret')
  })
  it('takes its options from the environment too', async () => {
    const env = { SITECRAFT_DATA: dataDir, SITECRAFT_PORT: '0', SITECRAFT_HOST: '127.0.0.1' }
    const server = new ServerProcess([], env)
    started.push(server)
    expect((await (await server.listening()).call('system.health', {})).code).toBe(200)
  })
  it('prints a token that signs in once, beside the running server', async () => {
    const client = await start().listening()
    const { code, stdout } = await runServer(['token', '--data', dataDir])
    expect([code, stdout.trim().split('\n').length]).toEqual([0, 1])
    const token = stdout.trim()
    expect(await client.call('account.autoLogin', { token })).toMatchObject({ code: 200, data: { username: 'admin' } })
    expect((await client.call('account.autoLogin', { token })).code).toBe(401)
    expect(await (await signIn(client, 'Editor')).ok('account.current', {})).toMatchObject({ username: 'editor' })
  })
  it('takes a second factor away, for an administrator who has lost phone and recovery codes', async () => {
    const client = await start().listening()
    const admin = await signIn(client)
    const { secret } = await admin.ok('security.beginSecondFactor', {})
    await admin.ok('security.confirmSecondFactor', { factorCode: new TOTP({ secret }).generate() })
    await expect(signIn(client)).rejects.toThrow('还需要两步验证码')
    const off = async () => (await runServer(['second-factor-off', '--data', dataDir])).stdout.trim()
    expect(await off()).toBe('账号“admin”的两步验证已关闭')
    expect(await (await signIn(client)).ok('account.current', {})).toMatchObject({ username: 'admin' })
    expect(await off()).toBe('账号“admin”未开启两步验证')
  })
  it('encrypts the secrets with another key, while no server runs', async () => {
    const before = start()
    const admin = await signIn(await before.listening())
    const { secret } = await admin.ok('security.beginSecondFactor', {})
    const rotate = () => runServer(['rotate-key', '--data', dataDir])
    expect((await rotate()).stderr).toContain(`数据目录 ${dataDir} 正被另一个站匠服务器使用`)
    await before.kill('SIGTERM')
    expect((await rotate()).stdout.trim()).toBe('密钥已更换，1 条密码和密钥已重新加密')
    const after = await signIn(await start().listening())
    const factorCode = new TOTP({ secret }).generate()
    expect((await after.call('security.confirmSecondFactor', { factorCode })).code).toBe(200)
  })
  it('says by verify-log whether the operation log is as it was written', { timeout: 120_000 }, async () => {
    const admin = await signIn(await start().listening())
    await admin.ok('sensitive.save', { sensitiveWord: '违禁' })
    const db = new DatabaseSync(embeddedFile(dataDir), { timeout: 10_000 })
    const chained = () => db.prepare('select id from operation_log where seq = 1').get()
    await expect.poll(chained, { timeout: 20_000 }).toBeDefined()
    const verify = () => runServer(['verify-log', '--data', dataDir])
    // Beside the running server.
    expect((await verify()).stdout).toMatch(/^操作日志完整：已校验 [1-9]\d* 条.*。\n日志链末端：\S{20,}/)
    db.exec(`update operation_log set username = 'somebody' where seq = 1`)
    db.close()
    const changed = await verify()
    expect(changed.code).toBe(1)
    expect(changed.stderr).toMatch(/操作日志不完整：编号 \d+（.+）已被篡改（之前的 0 条没有问题）/)
  })
  it('refuses a second server on the same data, and frees it however it ends', async () => {
    const first = start()
    await first.listening()
    const second = await start().exited
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(`数据目录 ${dataDir} 正被另一个站匠服务器使用`)
    await first.kill('SIGKILL')
    expect((await (await start().listening()).call('system.health', {})).code).toBe(200)
  })
  it.each(['SIGTERM', 'SIGINT'] as const)('ends by itself after %s', async (signal) => {
    const server = start()
    await server.listening()
    expect((await server.kill(signal)).code).toBe(0)
  })
  it('ends within ten seconds of SIGTERM with an upload half sent and a call that waits', async () => {
    const server = start()
    const client = await server.listening()
    const admin = await signIn(client)
    const headers = { authorization: admin.token ?? '', 'content-type': 'application/json' }
    const half = request(new URL('api/cebest-cms/template/saveFile', client.url), {
      method: 'POST',
      headers: { ...headers, 'content-length': '100000' },
    })
    half.on('error', () => undefined).write('{"path":')
    await once(half, 'socket')
    const waiting = admin.call('templateSync.wait', { folder: 'portfolio', since: 1e9 }).catch(() => undefined)
    const since = performance.now()
    expect((await server.kill('SIGTERM')).code).toBe(0)
    expect(performance.now() - since).toBeLessThan(10_000)
    await waiting
  })
  it.skipIf(process.platform === 'win32')(
    'closes an open data folder, and all that it makes, to other users',
    async () => {
      await chmod(dataDir, 0o755)
      await start().listening()
      const modes = await Promise.all(
        ['.', 'sitecraft.db', 'rsa-key.pem', 'uploads'].map(
          async (name) => (await stat(path.join(dataDir, name))).mode & 0o077,
        ),
      )
      expect(modes).toEqual([0, 0, 0, 0])
    },
  )
  it('ends with the process that started it', async () => {
    const server = start(['--parent-watch'])
    await server.listening()
    server.child.stdin?.end()
    expect((await server.exited).code).toBe(0)
  })
})

describe('the server process says what is wrong', { timeout: 60_000 }, () => {
  it.each([
    [['--port', '70000'], '端口必须是 0 到 65535 之间的整数，当前为“70000”'],
    [['--prot', '1'], '参数有误'],
    [['dance'], '未知命令：dance'],
    [['--host', '203.0.113.7'], '本机没有地址 203.0.113.7'],
  ])('%j', async (args, message) => {
    const { code, stderr } = await runServer(['--port', '0', '--data', dataDir, ...args])
    expect(code).toBe(1)
    expect(stderr).toContain(message)
  })
  it('when its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const address = taken.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { stderr } = await runServer(['--data', dataDir, '--port', String(port)])
    taken.close()
    expect(stderr).toContain(`端口 ${port} 已被占用，请用 --port 指定其他端口`)
  })
  it('when there is no data or account for a token', async () => {
    expect((await runServer(['token', '--data', dataDir])).stderr).toContain('请先启动一次服务器')
    await start().listening()
    const { code, stdout, stderr } = await runServer(['token', '--data', dataDir, '--user', 'nobody'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('账号“nobody”不存在，请检查 --user')
  })
  it('when a given password is too short', async () => {
    const { stderr } = await runServer(['--data', dataDir], { SITECRAFT_ADMIN_PASSWORD: '12345' })
    expect(stderr).toContain('SITECRAFT_ADMIN_PASSWORD 不能少于 6 位')
  })
})

describe('kill -9', () => {
  it('loses nothing that was answered: sessions, captchas, templates and their log', { timeout: 60_000 }, async () => {
    let server = start()
    let client = await server.listening()
    const admin = await signIn(client)
    const captchas: string[] = []
    const templates: string[] = []
    for (let round = 0; round < 4; round++) {
      const enough = Promise.withResolvers<void>()
      const goal = captchas.length + 8 + round * 7
      const here = new TestClient(client.url, admin.token)
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let i = 0; ; i++) {
          const folder = `t${round}_${writer}_${i}`
          captchas.push((await here.ok('account.captcha', {})).codeKey)
          await here.ok('template.save', { name: folder, folder })
          templates.push(folder)
          if (captchas.length >= goal) enough.resolve()
        }
      })
      const cut = Promise.allSettled(writers)
      await enough.promise
      await server.kill('SIGKILL')
      await cut
      server = start()
      client = await server.listening()
    }
    const again = new TestClient(client.url, admin.token)
    expect(await again.ok('account.current', {})).toMatchObject({ username: 'admin' })
    const kept = await again.ok('template.list', { page: 1, size: 1000 })
    expect(kept.content.map((row) => row.folder)).toEqual(expect.arrayContaining(templates))
    await server.kill('SIGTERM')

    const { DatabaseSync } = await import('node:sqlite')
    const db = new DatabaseSync(path.join(dataDir, 'sitecraft.db'))
    const column = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map((row) => Object.values(row)[0])
    expect(column('pragma integrity_check')).toEqual(['ok'])
    expect(column('select codeKey from captcha')).toEqual(expect.arrayContaining(captchas))
    const logged = column("select input from operation_log where operation = 'template.save' and code = 200")
    const inLog = logged.map((input) => (JSON.parse(String(input)) as { folder: string }).folder)
    expect(inLog).toEqual(expect.arrayContaining(templates))
    expect(templates.length).toBeGreaterThan(20)
    db.close()
  })
})

const missing = whyNoPostgres()
describe.skipIf(missing)('two server processes on one PostgreSQL', { timeout: 60_000 }, () => {
  it('start on an empty database at the same time, share sessions and outlive their connections', async () => {
    const cluster = await useCluster()
    try {
      const env = { DATABASE_URL: await cluster.createDatabase() }
      const servers = [start([], env), start([], env)]
      const [one, two] = await Promise.all(servers.map((server) => server.listening()))
      expect(servers.filter((server) => server.stdout.includes('首次运行'))).toHaveLength(1)
      const admin = await signIn(one ?? new TestClient(''), 'admin', env)
      const there = new TestClient(two?.url ?? '', admin.token)
      expect((await there.ok('site.page', {})).totalElements).toBe(2)
      expect(await there.ok('rsa.publicKey', {})).toBe(await admin.ok('rsa.publicKey', {}))

      const database = new pg.Client(env.DATABASE_URL)
      await database.connect()
      await database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      )
      await database.end()
      await expect.poll(async () => (await there.call('site.page', {})).status).toBe(200)

      await there.call('account.logout', {})
      expect((await admin.call('account.current', {})).status).toBe(401)
      for (const server of servers) expect((await server.kill('SIGTERM')).code).toBe(0)
    } finally {
      await cluster.stop()
    }
  })
})
