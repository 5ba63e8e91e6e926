import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { TestClient } from './harness/client.ts'
import { useCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'

/** Connections of one account (email/sender.ts). */
const CONNECTIONS = 4
const WAIT = { timeout: 240_000, interval: 50 }

/** A mail server that counts what it has acknowledged. */
async function countingServer() {
  const got = new Map<string, number>()
  let waiting: { count: number; reached: () => void } | undefined
  let total = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address ?? ''
      // A message whose sender was killed never comes whole.
      const whole = (): void => {
        got.set(to, (got.get(to) ?? 0) + 1)
        total += 1
        done(null, '250 OK queued')
        if (waiting && total >= waiting.count) waiting.reached()
      }
      text(stream).then(whole, () => undefined)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    got,
    reaches: (count: number) => new Promise<void>((reached) => (waiting = { count, reached })),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

interface Given {
  messages: number
  /** How many have arrived when the process is killed. */
  kills: readonly number[]
  env?: Record<string, string>
  /** Between a kill and the next start. */
  killed?: () => Promise<void>
}

/** Sends, kills the server in between, and looks at who got what and what is said of it; answers how many are doubtful. */
async function sendAndKill({ messages, kills, env = {}, killed = async () => undefined }: Given): Promise<number> {
  const smtp = await countingServer()
  onTestFinished(() => smtp.close())
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-mail-killed-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const args = ['--port', '0', '--data', dataDir]
  const start = (): ServerProcess => {
    const server = new ServerProcess(args, { ...env, SITECRAFT_OUTGOING_ALLOW: '127.0.0.0/8' })
    onTestFinished(async () => void (await server.kill('SIGKILL')))
    return server
  }
  let running = start()
  const { url } = await running.listening()
  const { stdout } = await runServer(['token', '--data', dataDir, '--user', 'admin'], env)
  const { token } = await new TestClient(url).ok('account.autoLogin', { token: stdout.trim() })
  let admin = new TestClient(url, token)
  const account = {
    account: 'news@example.com',
    password: '',
    smtp: '127.0.0.1',
    port: smtp.port,
    security: 'none',
  } as const
  const channel = await admin.ok('emailChannel.save', {
    siteId: 1,
    sendName: '',
    perMinute: 100_000,
    ...account,
  })
  const reached = smtp.reaches(kills[0] ?? 0)
  const sent = await admin.ok('emailSend.batchSend', {
    siteId: 1,
    emailChannelId: channel?.id ?? 0,
    subject: '您好',
    body: '<p>正文</p>',
    emailList: Array.from({ length: messages }, (_, at) => `u${at}@example.com`),
  })
  const id = sent?.id ?? 0
  let arrived = reached
  for (const [at] of kills.entries()) {
    await arrived
    await running.kill('SIGKILL')
    await killed()
    arrived = smtp.reaches(kills[at + 1] ?? Infinity)
    running = start()
    admin = new TestClient((await running.listening()).url, token)
  }
  await expect.poll(() => admin.ok('emailSend.findById', { id }), WAIT).toMatchObject({ state: 'done' })
  const { sent: acknowledged, doubtful, failed } = await admin.ok('emailSend.findById', { id })
  expect([acknowledged + doubtful, failed]).toEqual([messages, 0])
  expect([...smtp.got.values()].filter((count) => count > 1)).toEqual([])
  const unsure = (await admin.ok('emailSend.recipients', { id, state: 'doubtful', size: 100 })).content
  expect(unsure).toHaveLength(doubtful)
  // Everybody of whom it is said that he got it did, and who did not is said to be doubtful.
  const lost = Array.from({ length: messages }, (_, at) => `u${at}@example.com`).filter((to) => !smtp.got.has(to))
  expect(unsure.map(({ address }) => address)).toEqual(expect.arrayContaining(lost))
  await running.kill('SIGTERM')
  return doubtful
}

describe('kill -9 while messages go out: nobody gets two, and one is doubtful per connection at most', () => {
  it('(embedded database, 10,000 messages)', { timeout: 400_000 }, async () => {
    const kills = [500, 4000, 7000]
    expect(await sendAndKill({ messages: 10_000, kills })).toBeLessThanOrEqual(kills.length * CONNECTIONS)
  })

  it.skipIf(process.env.SITECRAFT_TESTS === 'main' || whyNoPostgres())(
    '(PostgreSQL, 2,000 messages)',
    { timeout: 400_000 },
    async () => {
      const cluster = await useCluster()
      onTestFinished(() => cluster.stop())
      const databaseUrl = await cluster.createDatabase()
      const client = new pg.Client(databaseUrl)
      await client.connect()
      onTestFinished(() => client.end())
      // Another process might be sending those: they count as lost after a quarter of an hour, which is over at once here.
      const killed = async (): Promise<void> =>
        void (await client.query(`update outgoing_recipient set "tryTime" = 0 where state = 'sending'`))
      const kills = [300, 1200]
      const given = { messages: 2000, kills, env: { DATABASE_URL: databaseUrl }, killed }
      expect(await sendAndKill(given)).toBeLessThanOrEqual(kills.length * CONNECTIONS)
    },
  )
})
