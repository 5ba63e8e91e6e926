import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { embeddedFile } from '#server/db/connect.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { upload } from '#tests/builders/upload.ts'
import { startFaultyProxy } from '#tests/fakes/faultyProxy.ts'
import { startS3 } from '#tests/fakes/s3.ts'
import { Installation } from './processes.ts'
import type { Part } from './part.ts'

const BACK_MS = 10_000
/** Maximum duration of a call while the database is frozen: its own timeout is 10 s, plus a retry. */
const CALL_TIMEOUT_MS = 25_000
const FREEZE_MS = 12_000

/** Time until the work succeeds, ms; stops after three times the allowed recovery time. */
async function measureRecovery(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  for (;;) {
    const done = await work().then(
      () => true,
      () => false,
    )
    const ms = Math.round(performance.now() - began)
    if (done || ms > 3 * BACK_MS) return ms
    await delay(50)
  }
}

const lateProblems = (what: string, ms: number): string[] =>
  ms > BACK_MS ? [`${what}: writes again only after ${ms} ms`] : []

/**
 * Freezes the database: PostgreSQL's processes are suspended, or another program locks the embedded database. Calls
 * must be answered, and work must continue afterwards.
 */
export const frozenDatabase: Part = async (options) => {
  const installation = await Installation.start(options)
  try {
    const admin = installation.admin()
    const { id: classId } = await emptyColumn(admin)
    const save = () => saveArticle(installation.admin(), classId)
    await save()
    const other = options.database === 'sqlite' ? new DatabaseSync(embeddedFile(installation.dataDir)) : null
    other?.exec('begin immediate')
    if (!other) installation.signalDatabase('SIGSTOP')
    const began = performance.now()
    const asked = admin
      .call('label.save', { title: '冻结', siteId: 1, classId: 1 })
      .catch((error: unknown) => ({ status: 0, msg: String(error) }))
    const answer = await Promise.race([asked, delay(CALL_TIMEOUT_MS, null)])
    const waited = Math.round(performance.now() - began)
    await delay(Math.max(0, FREEZE_MS - waited))
    other?.exec('rollback')
    other?.close()
    if (!other) installation.signalDatabase('SIGCONT')
    const ms = await measureRecovery(save)
    const wrong = [
      ...(answer === null
        ? [`a call was not answered within ${CALL_TIMEOUT_MS} ms while the database was frozen`]
        : []),
      ...(answer && answer.status !== 503
        ? [`a call was answered ${answer.status} ${answer.msg} while the database was frozen, not 503`]
        : []),
      ...lateProblems('after a frozen database', ms),
    ]
    await installation.killServer()
    const figures = { 'frozen database: call answered after, ms': waited, 'frozen database: back after, ms': ms }
    return { figures, faults: [...wrong, ...(await installation.check(options.log))] }
  } finally {
    await installation.remove()
  }
}

/** Fills the file system of the data folder (64 MB). Needs the right to mount; otherwise it is skipped with a note. */
export const fullDisk: Part = async (options) => {
  const mayMount = process.platform === 'linux' && process.getuid?.() === 0
  if (!mayMount) return { figures: { 'full disk': 'not tried: no right to mount a small file system' }, faults: [] }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sitecraft-campaign-full-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'sitecraft', dataDir])
  try {
    const installation = await Installation.start(options, { dataDir })
    try {
      const admin = installation.admin()
      const { id: classId } = await emptyColumn(admin)
      const filler = path.join(dataDir, 'filler')
      fillUp(filler)
      const answers = new Map<string, number>()
      const acknowledged: number[] = []
      for (let at = 0; at < 30; at++) {
        const content = 'x'.repeat(20_000)
        const saved = await saveArticle(admin, classId, { title: `满 ${at}`, content: `<p>${content}</p>` }).catch(
          (error: unknown) => String(error),
        )
        if (typeof saved === 'string') answers.set(saved, (answers.get(saved) ?? 0) + 1)
        else acknowledged.push(saved.id)
        const file = await upload(admin, { name: `${at}.zip`, content: Buffer.alloc(200_000, at) })
        if (file.code !== 200)
          answers.set(`upload ${file.status} ${file.msg}`, (answers.get(`upload ${file.status} ${file.msg}`) ?? 0) + 1)
      }
      rmSync(filler)
      const ms = await measureRecovery(() => saveArticle(installation.admin(), classId))
      const { content } = await installation.admin().ok('content.page', { classId, size: 1000 })
      const ids = new Set(content.map(({ id }) => id))
      const gone = acknowledged.filter((id) => !ids.has(id))
      const wrong = [
        ...gone.map((id) => `entry ${id} was acknowledged on a full disk and is gone`),
        ...[...answers.keys()].filter((answer) => !/507|空间/.test(answer)).map((answer) => `full disk: ${answer}`),
        ...(answers.size === 0 ? ['the disk was not full'] : []),
        ...lateProblems('after a full disk', ms),
      ]
      await installation.killServer()
      const figures = {
        'full disk: refused calls': [...answers.values()].reduce((a, b) => a + b, 0),
        'full disk: back after, ms': ms,
      }
      return { figures, faults: [...wrong, ...(await installation.check(options.log))] }
    } finally {
      await installation.remove().catch(() => undefined)
    }
  } finally {
    execFileSync('umount', ['--lazy', dataDir])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Fills the disk with a file to the last byte. */
function fillUp(file: string): void {
  for (let size = 32 * 1024 * 1024; size >= 1;) {
    try {
      writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch {
      size = Math.floor(size / 2)
    }
  }
}

/** A bucket that responds with 503 for some time. */
export const unavailableStore: Part = async (options) => {
  const s3 = await startS3()
  const proxy = await startFaultyProxy(s3.options.endpoint)
  const { pathname } = new URL(s3.options.endpoint)
  const installation = await Installation.start(options, {
    env: {
      SITECRAFT_S3_URL: `${proxy.url}${pathname}`,
      SITECRAFT_S3_ACCESS_KEY: s3.options.accessKeyId,
      SITECRAFT_S3_SECRET_KEY: s3.options.secretAccessKey,
    },
  })
  try {
    const admin = installation.admin()
    const send = async (name: string) => upload(admin, { name, content: `file ${name}` })
    const first = await send('before.html')
    proxy.fault = () => ({ status: 503, body: '<Error><Code>SlowDown</Code></Error>', type: 'application/xml' })
    const refused = await send('during.html')
    proxy.fault = () => null
    const ms = await measureRecovery(async () => {
      const { code, msg } = await send('during.html')
      if (code !== 200) throw new Error(msg)
    })
    const wrong = [
      ...(first.code === 200 ? [] : [`upload into the bucket: ${first.status} ${first.msg}`]),
      ...([502, 503].includes(refused.status)
        ? []
        : [`upload while the bucket responds 503: ${refused.status} ${refused.msg}`]),
      ...lateProblems('after a store that answered 503', ms),
    ]
    const faults = [...wrong, ...(await installation.check(options.log))]
    return {
      figures: { 'store with 503: answered': `${refused.status}`, 'store with 503: back after, ms': ms },
      faults,
    }
  } finally {
    await installation.remove()
    await proxy.close()
    await s3.close()
  }
}

const HOUR_MS = 3600_000
/** Offsets of the server's clock, in turn. */
const JUMPS = [HOUR_MS, -2 * HOUR_MS, 400 * 24 * HOUR_MS, 0]

/** The server's clock jumps during work; sessions may expire because of it, nothing else may fail. */
export const clockJumps: Part = async (options) => {
  const loader = path.resolve(import.meta.dirname, '..', '..', 'tests', 'fakes', 'jumpingClock.ts')
  const dir = mkdtempSync(path.join(tmpdir(), 'sitecraft-campaign-clock-'))
  const file = path.join(dir, 'offset')
  writeFileSync(file, '0')
  const installation = await Installation.start(options, {
    env: { NODE_OPTIONS: `--import ${loader}`, CLOCK_OFFSET_FILE: file },
  })
  try {
    const { id: classId } = await emptyColumn(installation.admin())
    const wrong: string[] = []
    let slowest = 0
    for (const offset of JUMPS) {
      writeFileSync(file, String(offset))
      const ms = await measureRecovery(async () => {
        await installation.signIn()
        await saveArticle(installation.admin(), classId)
      })
      slowest = Math.max(slowest, ms)
      wrong.push(...lateProblems(`after the clock jumped to ${offset} ms`, ms))
    }
    await installation.killServer()
    return {
      figures: { 'clock jumps: back after, ms': slowest },
      faults: [...wrong, ...(await installation.check(options.log))],
    }
  } finally {
    await installation.remove()
    rmSync(dir, { recursive: true })
  }
}
