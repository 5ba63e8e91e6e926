import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { ARTICLE, emptyColumn, pairs } from '#tests/builders/content.ts'
import { TestClient } from './harness/client.ts'
import { runServer, ServerProcess } from './harness/process.ts'

/** Saves, publishes and deletes without a pause until the server is gone; answers the saves that were acknowledged. */
async function work(client: TestClient, classId: number, name: string): Promise<Map<number, string>> {
  const saved = new Map<number, string>()
  for (let at = 0; ; at++) {
    const title = `${name}第${at}篇`
    try {
      const fieldList = pairs({ ...ARTICLE, title })
      const { id } = await client.ok('content.save', { classId, isStatus: false, fieldList })
      saved.set(id, title)
      const rows = { classId, idList: [{ id }] }
      await client.ok('content.publish', rows)
      if (at % 3 === 0) await client.ok('content.deleteByIdList', rows)
    } catch {
      return saved
    }
  }
}

it(
  'kill -9 while saving loses nothing that was acknowledged, and totals, history and search agree',
  { timeout: 120_000 },
  async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-content-killed-'))
    const args = ['--port', '0', '--data', dataDir]
    const killed = new ServerProcess(args)
    const { url } = await killed.listening()
    const { stdout } = await runServer(['token', '--data', dataDir, '--user', 'admin'])
    const { token } = await new TestClient(url).ok('account.autoLogin', { token: stdout.trim() })
    const client = new TestClient(url, token)
    const { id: classId } = await emptyColumn(client)
    const working = ['甲', '乙', '丙'].map((name) => work(client, classId, name))
    await expect
      .poll(async () => (await client.ok('content.page', { classId })).totalElements, { timeout: 60_000, interval: 50 })
      .toBeGreaterThan(20)
    await killed.kill('SIGKILL')
    const saved = new Map((await Promise.all(working)).flatMap((each) => [...each]))

    const next = new ServerProcess(args)
    const after = new TestClient((await next.listening()).url, token)
    const [live, bin] = [
      await after.ok('content.page', { classId, size: 10_000 }),
      await after.ok('content.recyclePage', { classId, size: 10_000 }),
    ]
    const there = new Map([...live.content, ...bin.content].map((row) => [row.id, String(row.title)]))
    expect(live.totalElements).toBe(live.content.length)
    expect(bin.totalElements).toBe(bin.content.length)
    for (const [id, title] of saved) expect(there.get(id)).toBe(title)
    for (const [id, title] of there) {
      const found = [
        ...(await after.ok('content.page', { classId, key: title })).content,
        ...(await after.ok('content.recyclePage', { classId, key: title })).content,
      ]
      expect(found.map((row) => row.id)).toContain(id)
    }
    await next.kill('SIGTERM')
    const db = new DatabaseSync(path.join(dataDir, 'sitecraft.db'), { readOnly: true })
    const behind = `select count(*) as n from content c where not exists
    (select 1 from content_revision r where r."contentId" = c.id and r."isStatus" = c."isStatus")`
    expect(db.prepare(behind).get()).toEqual({ n: 0 })
    db.close()
    await rm(dataDir, { recursive: true, force: true })
  },
)
