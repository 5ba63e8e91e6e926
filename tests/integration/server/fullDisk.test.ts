import { execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { operations } from '#shared/contract/registry.ts'
import { createSolvedCaptcha, consumeCaptcha } from '#server/areas/people/account/signIn/captcha.ts'
import { classifyDatabaseError } from '#server/db/dialect.ts'
import { RESERVE_BYTES } from '#server/db/diskReserve.ts'
import { ENTRIES } from '#tests/setup/entries.ts'
import { openDatabase } from '#server/db/connect.ts'
import { TestClient } from './harness/client.ts'
import { freePort } from '#tests/fakes/listening.ts'
import { ADMIN_PASSWORD, startTestServer } from './harness/server.ts'
import { encrypted, logIn } from './harness/signIn.ts'

const mounts = process.getuid?.() === 0 && process.platform === 'linux'

/** The write-ahead log has room for what is written on a full disk. */
async function waitForReserve(dataDir: string): Promise<void> {
  await expect.poll(() => statSync(join(dataDir, 'sitecraft.db-wal')).size).toBeGreaterThanOrEqual(RESERVE_BYTES)
}

/** A disk of its own with so many MB. */
function makeDisk(mb: number) {
  const disk = mkdtempSync(join(tmpdir(), 'sitecraft-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'sitecraft', disk])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true, force: true })
  })
  const filler = join(disk, 'filler')
  return {
    disk,
    /** Until not a byte is left. */
    fill: () => {
      const file = openSync(filler, 'a')
      for (const size of [1 << 20, 1 << 16, 4096, 1])
        for (;;)
          try {
            writeFileSync(file, Buffer.alloc(size))
          } catch {
            break
          }
      closeSync(file)
      expect(statfsSync(disk).bavail).toBe(0)
    },
    clear: () => rmSync(filler),
  }
}

it.skipIf(!mounts)(
  'a server whose output fills its disk goes on, says so, and loses lines of the log only',
  async () => {
    const { disk, fill, clear } = makeDisk(64)
    const dataDir = join(disk, 'data')
    mkdirSync(dataDir)
    const logFile = join(disk, 'server.log')
    const output = openSync(logFile, 'a')
    const port = await freePort()
    const server = spawn(process.execPath, [ENTRIES.server, '--port', String(port), '--data', dataDir], {
      env: { ...process.env, SITECRAFT_LOG: 'info', SITECRAFT_ADMIN_PASSWORD: ADMIN_PASSWORD },
      stdio: ['ignore', output, output],
    })
    onTestFinished(() => void server.kill('SIGKILL'))
    const ended = new Promise((resolve) => server.once('exit', resolve))
    const ask = async (path: string): Promise<{ status: number; text: string }> => {
      const answer = await fetch(`http://127.0.0.1:${port}/${path}`, { signal: AbortSignal.timeout(5000) })
      return { status: answer.status, text: await answer.text() }
    }
    await expect
      .poll(
        () =>
          ask('ready').then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200)
    await waitForReserve(dataDir)
    fill()
    for (let turn = 0; turn < 50; turn++) expect((await ask('health')).status).toBe(200)
    await expect.poll(() => ask('ready')).toMatchObject({ status: 503, text: expect.stringContaining('磁盘已满') })
    expect((await ask(operations['account.current'].path)).status).toBe(401)
    const db = openDatabase({ dataDir })
    onTestFinished(() => db.destroy())
    const nobody = new TestClient(`http://127.0.0.1:${port}`)
    for (let turn = 0; turn < 3; turn++)
      expect(await logIn({ nobody, deps: { db, dataDir } }, 'admin', ADMIN_PASSWORD)).toMatchObject({ code: 200 })
    await db.destroy()
    clear()
    await expect.poll(() => ask('ready')).toMatchObject({ status: 200 })
    expect(server.exitCode).toBeNull()
    await expect.poll(() => readFileSync(logFile, 'utf8')).toContain('lines of the log were lost')
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
  },
)

it.skipIf(!mounts)('a captcha needs no room: one signs in on a full disk', async () => {
  const { disk, fill } = makeDisk(64)
  const server = await startTestServer({ dataDir: disk })
  onTestFinished(() => server.close())
  const password = await encrypted(server, ADMIN_PASSWORD)
  await waitForReserve(disk)
  fill()
  const signIn = async (captcha: Awaited<ReturnType<typeof createSolvedCaptcha>>) =>
    (await server.nobody.call('account.login', { username: 'admin', password, ...captcha })).code
  expect(await signIn(await createSolvedCaptcha(server.deps))).toBe(200)
  await fillDatabase(server)
  const last = await createSolvedCaptcha(server.deps)
  // It is right, and used up by the first try.
  expect(await consumeCaptcha(server.deps, last.imageCodeKey, last.imageCodeValue)).toBe(true)
  expect(await consumeCaptcha(server.deps, last.imageCodeKey, last.imageCodeValue)).toBe(false)
  expect(await server.nobody.call('account.captcha', {})).toMatchObject({ code: 200 })
})

it.skipIf(!mounts)('on a full disk many small changes and a sign-in after them still have room', async () => {
  const { disk, fill, clear } = makeDisk(64)
  const server = await startTestServer({ dataDir: disk })
  onTestFinished(() => server.close())
  const password = await encrypted(server, ADMIN_PASSWORD)
  await waitForReserve(disk)
  fill()
  const { db } = server.deps
  // More than the log holds at once, in one row, and some rows more.
  for (let at = 0; at < 3000; at++) {
    const name = at % 100 === 0 ? `full ${at}` : 'full'
    await db
      .insertInto('setting')
      .values({ name, value: `${at}`.padEnd(2000) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: `${at}`.padEnd(2000) }))
      .execute()
  }
  const signIn = async () => {
    const captcha = await createSolvedCaptcha(server.deps)
    return (await server.nobody.call('account.login', { username: 'admin', password, ...captcha })).code
  }
  expect(await signIn()).toBe(200)
  // It is not without end: what can't be saved says so, and room on the disk makes up for it.
  await fillDatabase(server)
  expect(await signIn()).toBe(507)
  clear()
  expect(await signIn()).toBe(200)
})

/** Until the database has no room left for a single row. */
async function fillDatabase({ deps: { db } }: Awaited<ReturnType<typeof startTestServer>>): Promise<void> {
  for (const size of [1 << 20, 1 << 14, 1])
    for (;;) {
      const row = { name: `filler ${crypto.randomUUID()}`, value: 'x'.repeat(size) }
      const error = await db
        .insertInto('setting')
        .values(row)
        .execute()
        .then(
          () => null,
          (thrown: unknown) => thrown,
        )
      if (!error) continue
      expect(classifyDatabaseError(error)).toBe('full')
      break
    }
}
