import { DatabaseSync } from 'node:sqlite'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { InputOf } from '#shared/contract/registry.ts'
import { exportedSite, readArchive, uploadedArchive, withLines } from '#tests/builders/siteArchive.ts'
import { TestClient } from './harness/client.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const ENTRIES = 6000

/** The archive with so many copies of its first entry, and no history. */
function multiplied(archive: Buffer): Buffer {
  const first = readArchive(archive).lines['contents']?.[0] ?? {}
  const many = Array.from({ length: ENTRIES }, (_none, at) => ({
    ...first,
    id: at + 1,
    values: { ...(first['values'] as object), title: `第${at}篇` },
  }))
  return withLines(archive, 'contents', many)
}

const TABLES = [
  'site',
  'site_column',
  'content',
  'content_body',
  'content_count',
  'attachment',
  'site_import_map',
] as const

function countsIn(dataDir: string): Record<string, unknown> {
  const db = new DatabaseSync(path.join(dataDir, 'sitecraft.db'), { readOnly: true })
  try {
    return Object.fromEntries(
      TABLES.map((table) => [table, db.prepare(`select count(*) as total from ${table}`).get()?.['total']]),
    )
  } finally {
    db.close()
  }
}

it(
  'an import whose server was killed goes on where it was; one that is cancelled leaves nothing',
  { timeout: 240_000 },
  async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-import-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const args = ['--port', '0', '--data', dataDir]
    const killed = new ServerProcess(args)
    onTestFinished(async () => void (await killed.kill('SIGKILL')))
    const { url } = await killed.listening()
    const { stdout } = await runServer(['token', '--data', dataDir, '--user', 'admin'])
    const { token } = await new TestClient(url).ok('account.autoLogin', { token: stdout.trim() })
    const before = new TestClient(url, token)
    const archive = multiplied(await exportedSite(before, 1, { history: false }))
    const begin = async (client: TestClient, symbol: string): Promise<number> => {
      const accessPath = await uploadedArchive(client, archive)
      const { templates } = await client.ok('siteArchive.look', { accessPath })
      const folders = templates.map(({ folder }) => ({ folder, as: `${folder}-${symbol}` }))
      const form: InputOf<'siteArchive.import'> = { accessPath, title: symbol, symbol, folders }
      return (await client.ok('siteArchive.import', form))?.jobId ?? 0
    }
    const midway = async (client: TestClient, id: number): Promise<void> => {
      await expect
        .poll(() => client.ok('job.findById', { id }), { timeout: 60_000, interval: 20 })
        .toMatchObject({ state: 'running', message: expect.stringMatching(/^正在导入内容（\d{3,}\//) })
    }

    const jobId = await begin(before, 'killed')
    await midway(before, jobId)
    await killed.kill('SIGKILL')
    const partly = countsIn(dataDir)
    const next = new ServerProcess(args)
    onTestFinished(async () => void (await next.kill('SIGKILL')))
    const after = new TestClient((await next.listening()).url, token)
    // What was there is not made again.
    expect(Number(countsIn(dataDir)['content'])).toBeGreaterThanOrEqual(Number(partly['content']))
    await expect
      .poll(() => after.ok('job.findById', { id: jobId }), { timeout: 150_000 })
      .toMatchObject({ state: 'done', message: '已完成' })
    const { resultId } = await after.ok('job.findById', { id: jobId })
    const db = new DatabaseSync(path.join(dataDir, 'sitecraft.db'), { readOnly: true })
    const entries = db.prepare(
      'select count(*) as total, count(distinct title) as titles from content where siteId = ?',
    )
    expect(entries.get(resultId)).toMatchObject({ total: ENTRIES, titles: ENTRIES })
    db.close()

    await expect.poll(() => countsIn(dataDir)['site_import_map'], { timeout: 20_000 }).toBe(0)
    const whole = countsIn(dataDir)
    const second = await begin(after, 'cancelled')
    await midway(after, second)
    expect(Number(countsIn(dataDir)['content'])).toBeGreaterThan(Number(whole['content']))
    await after.ok('job.cancel', { id: second })
    await expect
      .poll(() => after.ok('job.findById', { id: second }), { timeout: 60_000 })
      .toMatchObject({ state: 'cancelled' })
    expect(countsIn(dataDir)).toEqual(whole)
    await next.kill('SIGTERM')
  },
)
