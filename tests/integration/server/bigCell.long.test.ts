import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BigCell, bigCellSheet } from '#tests/builders/bigCell.ts'
import { meanwhile } from '#tests/builders/meanwhile.ts'
import { upload } from '#tests/builders/upload.ts'
import { TestClient } from './harness/client.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const SLOW = { timeout: 300_000 }
/** What the cell alone would take. */
const CELL_MB = 190

describe.skipIf(process.platform !== 'linux')('a sheet of one cell of 190 MB', () => {
  let dataDir = ''
  let server: ServerProcess
  let admin: TestClient
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-cell-'))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  /** Each test measures a process of its own. */
  async function start(): Promise<void> {
    server = new ServerProcess(['--port', '0', '--data', dataDir])
    const nobody = await server.listening()
    const token = (await runServer(['token', '--data', dataDir])).stdout.trim()
    admin = new TestClient(nobody.url, (await nobody.ok('account.autoLogin', { token })).token)
  }
  /** The most memory that the process has held so far, in MB. */
  async function peakMb(): Promise<number> {
    const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
  }
  async function sent(cell: BigCell): Promise<{ xlsxPath: string; bytes: number }> {
    const content = await bigCellSheet(cell)
    const { data } = await upload(admin, { name: '敏感词.xlsx', content })
    return { xlsxPath: data.accessPath, bytes: content.length }
  }

  it.each(['shared', 'inline'] as const)('that packs to a few hundred KB is refused unread: %s', SLOW, async (at) => {
    await start()
    const { xlsxPath, bytes } = await sent({ at })
    expect(bytes).toBeLessThan(400 * 1024)
    const before = await peakMb()
    const call = () => admin.call('sensitive.importData', { xlsxPath })
    const answers = [await call(), ...(await Promise.all([call(), call(), call(), call()]))]
    for (const answer of answers)
      expect(answer).toMatchObject({ code: 413, msg: expect.stringMatching(/解压后异常大/) })
    expect((await peakMb()) - before).toBeLessThan(CELL_MB)
    await server.kill('SIGKILL')
  })

  it.each(['shared', 'inline'] as const)('that packs like a real one ends its thread alone: %s', SLOW, async (at) => {
    await start()
    const { xlsxPath } = await sent({ at, noiseMb: 2 })
    const call = () => admin.call('sensitive.importData', { xlsxPath })
    const before = await peakMb()
    const one = await meanwhile(admin, call)
    const alone = (await peakMb()) - before
    const four = await meanwhile(admin, () => Promise.all([call(), call(), call(), call()]))
    for (const answer of [one.answer, ...four.answer])
      expect(answer).toMatchObject({ code: 413, msg: expect.stringMatching(/^表格/) })
    for (const { longest, took } of [one, four]) expect(longest / took).toBeLessThan(0.5)
    // Two are read at once.
    expect((await peakMb()) - before).toBeLessThan(3 * alone)
    await server.kill('SIGKILL')
  })
})
