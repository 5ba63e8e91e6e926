import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { TestClient } from './harness/client.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const ENTRIES = 400

function plannedIn(dataDir: string): number {
  const db = new DatabaseSync(path.join(dataDir, 'sitecraft.db'))
  try {
    return Number(db.prepare("select count(*) as n from content_schedule where state = 'planned'").get()?.n)
  } finally {
    db.close()
  }
}

it('kill -9 while dates are carried out: the next server does the rest, each once', { timeout: 180_000 }, async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-schedule-killed-'))
  const args = ['--port', '0', '--data', dataDir]
  const killed = new ServerProcess(args)
  const { url } = await killed.listening()
  const { stdout } = await runServer(['token', '--data', dataDir, '--user', 'admin'])
  const { token } = await new TestClient(url).ok('account.autoLogin', { token: stdout.trim() })
  const client = new TestClient(url, token)
  const { id: classId } = await emptyColumn(client)
  const ids: number[] = []
  for (let at = 0; at < ENTRIES; at++)
    ids.push((await saveArticle(client, classId, { title: `第${at}篇` }, { isStatus: false })).id)
  const idList = ids.map((id) => ({ id }))
  await client.ok('contentSchedule.plan', { classId, idList, action: 'publish', at: Date.now() + 1500 })
  // Past the server: it answers no call before it is through.
  await expect.poll(() => plannedIn(dataDir), { timeout: 60_000, interval: 1 }).toBeLessThan(ENTRIES)
  await killed.kill('SIGKILL')
  // Before the next server goes on with the rest, which it does at once.
  expect(plannedIn(dataDir)).toBeGreaterThan(0)

  const next = new ServerProcess(args)
  const after = new TestClient((await next.listening()).url, token)
  const published = async () => (await after.ok('content.page', { classId, isStatus: true, size: 1 })).totalElements
  await expect.poll(published, { timeout: 60_000, interval: 100 }).toBe(ENTRIES)
  for (const id of ids) {
    const { content } = await after.ok('content.revisions', { classId, id, page: 1, size: 10 })
    expect(content.map(({ reason }) => reason)).toEqual(['publish', 'create'])
  }
  await next.kill('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})
