import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { operations } from '#shared/contract/registry.ts'
import { solvedCaptcha, spendCaptcha } from '#server/areas/people/account/captcha.ts'
import { ENTRIES } from '#tests/setup/entries.ts'
import { freePort } from './harness/nginx.ts'
import { ADMIN_PASSWORD, startTestServer } from './harness/server.ts'
import { encrypted } from './harness/signIn.ts'

const mounts = process.getuid?.() === 0 && process.platform === 'linux'

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
      env: { ...process.env, SITECRAFT_LOG: 'info' },
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
    fill()
    for (let turn = 0; turn < 50; turn++) expect((await ask('health')).status).toBe(200)
    await expect.poll(() => ask('ready')).toMatchObject({ status: 503, text: expect.stringContaining('磁盘已满') })
    expect((await ask(operations['account.current'].path)).status).toBe(401)
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
  fill()
  const signIn = async (captcha: Awaited<ReturnType<typeof solvedCaptcha>>) =>
    (await server.nobody.call('account.login', { username: 'admin', password, ...captcha })).code
  expect(await signIn(await solvedCaptcha(server.deps))).toBe(200)
  // Until the database's log file has no room left either.
  const kept = async () => (await server.deps.db.selectFrom('captcha').select('codeKey').execute()).length
  const captchas = []
  for (let before = -1; before !== (await kept());) {
    before = await kept()
    captchas.push(await solvedCaptcha(server.deps))
  }
  const [last] = captchas.slice(-1)
  if (!last) throw new Error('no captcha was made')
  // It is right, and used up by the first try.
  expect(await spendCaptcha(server.deps, last.imageCodeKey, last.imageCodeValue)).toBe(true)
  expect(await spendCaptcha(server.deps, last.imageCodeKey, last.imageCodeValue)).toBe(false)
  expect(await server.nobody.call('account.captcha', {})).toMatchObject({ code: 200 })
})
