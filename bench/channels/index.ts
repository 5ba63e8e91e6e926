import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import { type Call, createCaller } from '../caller.ts'
import { startServer, usageOf } from '../sync/processes.ts'

/** SITECRAFT_BENCH_ROWS sets smaller sizes for a trial. */
const MESSAGES = Number(process.env.SITECRAFT_BENCH_ROWS ?? 10_000)
const RECORDS = MESSAGES * 100
/** Connections per account, for both senders. */
const CONNECTIONS = 4
const PAGES = 40
const BODY = `<p>${'您好，这是一封测试邮件。'.repeat(40)}</p>`

/** An SMTP server in its own process, so that it does not slow down the senders. */
async function mailServer(): Promise<{ port: number; stop: () => void }> {
  const child = fork(join(import.meta.dirname, 'mailServer.ts'))
  const port = await new Promise<number>((done) => child.once('message', (message) => done(message as number)))
  return { port, stop: () => void child.kill() }
}

const addresses = (): string[] => Array.from({ length: MESSAGES }, (_, at) => `user${at}@example.com`)

/** Seconds that a plain nodemailer pool needs to send all messages. */
async function peer(port: number): Promise<number> {
  const pool = nodemailer.createTransport({
    pool: true,
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    maxConnections: CONNECTIONS,
    maxMessages: Infinity,
  })
  const began = performance.now()
  await Promise.all(
    addresses().map((to) => pool.sendMail({ from: 'news@example.com', to, subject: '您好', html: BODY })),
  )
  pool.close()
  return (performance.now() - began) / 1000
}

const peakOf = async (pid: number | undefined): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Seconds from the call to the last message. */
async function ours(call: Call, emailChannelId: number): Promise<number> {
  const began = performance.now()
  const form = { siteId: 1, emailChannelId, subject: '您好', body: BODY, emailList: addresses() }
  const { id } = (await call('emailSend.batchSend', form)) ?? { id: 0 }
  for (;;) {
    const { state, sent } = await call('emailSend.findById', { id })
    if (state === 'done' && sent === MESSAGES) return (performance.now() - began) / 1000
    if (state === 'paused' || state === 'done') throw new Error(`${state} after ${sent} messages`)
    await sleep(200)
  }
}

/** Median time of a list page in ms, over the first pages. */
async function pageTime(call: Call): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < PAGES; at += 1) {
    const began = performance.now()
    const { content } = await call('emailSend.page', { siteId: 1, page: 1 + at, size: 20 })
    if (content.length !== 20) throw new Error(`a page of ${content.length}`)
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[PAGES >> 1] ?? 0
}

/** Inserts message records into the database of a stopped server. */
function fill(dataDir: string, from: number, to: number): void {
  const db = new DatabaseSync(join(dataDir, 'sitecraft.db'))
  const insert = db.prepare(
    `insert into outgoing (kind, "siteId", "channelId", "channelName", title, body, extra, "sendType", "dueTime", state,
     "nextTime", total, "accountId", username, "createTime") values ('email', 1, 1, '官网', ?, '<p>正文</p>',
     '{"isMass":false,"attachments":[]}', 1, 0, 'done', 0, 1, 1, 'admin', ?)`,
  )
  db.exec('begin')
  for (let at = from; at < to; at += 1) insert.run(`第 ${at} 封`, at)
  db.exec('commit')
  db.close()
}

/**
 * Compares sending to 10,000 recipients with a plain nodemailer pool, including the server's peak memory; and compares
 * list pages with a hundred times as many records.
 */
export async function channels(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'sitecraft-bench-channels-'))
  const mail = await mailServer()
  try {
    const dataDir = join(scratch, 'data')
    let server = await startServer(dataDir)
    const { token } = await createCaller(server.url, '')('account.autoLogin', {
      token: await server.loginToken('admin'),
    })
    const account = { account: 'news@example.com', smtp: '127.0.0.1', port: mail.port, security: 'none' } as const
    const call = createCaller(server.url, token)
    const channel = await call('emailChannel.save', { siteId: 1, perMinute: 100_000, ...account })
    const { memory: before } = await usageOf(server.pid)
    // Resets the peak memory.
    await writeFile(`/proc/${server.pid}/clear_refs`, '5')
    const [theirs, own] = [await peer(mail.port), await ours(call, channel?.id ?? 0)]
    const peak = await peakOf(server.pid)
    const rate = (seconds: number): string => `${Math.round(MESSAGES / seconds)}/s`
    console.log(
      `${MESSAGES} messages: ${rate(own)}; nodemailer pool: ${rate(theirs)}; ratio of speed ${(theirs / own).toFixed(2)} (at least 0.70)`,
    )
    console.log(
      `memory: ${(peak - before).toFixed(0)} MB more than before sending (below 150), ${peak.toFixed(0)} MB at most`,
    )
    await server.stop()
    const pages: number[] = []
    for (const [from, to] of [
      [0, MESSAGES],
      [MESSAGES, RECORDS],
    ] as const) {
      fill(dataDir, from, to)
      server = await startServer(dataDir)
      const again = createCaller(server.url, token)
      await pageTime(again)
      pages.push(await pageTime(again))
      await server.stop()
    }
    const [few = 0, many = 0] = pages
    console.log(
      `a page of ${RECORDS} records: ${many.toFixed(1)} ms; of ${MESSAGES}: ${few.toFixed(1)} ms; ratio ${(many / few).toFixed(2)} (at most 2)`,
    )
  } finally {
    mail.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}
