import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { upload } from '#tests/builders/upload.ts'
import { zipOf } from '#tests/builders/zip.ts'
import { TestClient } from './harness/client.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'
import { startServers } from './harness/twoServers.ts'

const SLOW = { timeout: 120_000 }

interface Place {
  dataDir: string
  databaseUrl: string
  urls: readonly string[]
}
/** One session of a person, as each process sees it. */
async function personOnBoth({ dataDir, databaseUrl, urls }: Place, user: string): Promise<TestClient[]> {
  const { stdout } = await runServer(['token', '--data', dataDir, '--user', user], { DATABASE_URL: databaseUrl })
  const { token } = await new TestClient(urls[0] ?? '').ok('account.autoLogin', { token: stdout.trim() })
  return urls.map((url) => new TestClient(url, token))
}
const pairOf = (clients: TestClient[]): [TestClient, TestClient] => clients as [TestClient, TestClient]

describe.skipIf(whyNoPostgres())('two processes over one database decide alike', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await useCluster()
  })
  afterAll(() => cluster.stop())

  async function twoProcesses() {
    const servers = await startServers(cluster, 2)
    const db = await connect({ dataDir: servers.dataDir, databaseUrl: servers.databaseUrl })
    const place: Place = { ...servers, urls: servers.admins.map(({ url }) => url) }
    return { place, db, admins: pairOf(servers.admins) }
  }

  it('who reads a private file, until they sign out on the other one', SLOW, async () => {
    const { place, db, admins } = await twoProcesses()
    await grantExactly(db, 'guest', [{ siteId: 0, menuId: MENU.mine }])
    await db.destroy()
    const [editor, editorThere] = pairOf(await personOnBoth(place, 'editor'))
    const [, guestThere] = pairOf(await personOnBoth(place, 'guest'))
    const query = { siteId: '1', register: '1', identifier: 'private of two' }
    const { accessPath } = (
      await upload(admins[0], { name: '任免.zip', content: zipOf([{ name: 'a.txt', content: '不公开' }]), query })
    ).data
    const mail = { title: '任免', content: '<p>见附件</p>', recipientDTOList: [{ userName: 'editor' }] }
    await admins[1].ok('siteMail.sendDocument', { ...mail, file: accessPath })
    const statuses = async (client: TestClient) => (await client.fetch(accessPath)).status
    for (const client of [editor, editorThere, ...admins]) expect(await statuses(client)).toBe(200)
    for (const { url } of admins) expect(await statuses(new TestClient(url)), 'without signing in').toBe(401)
    expect(await statuses(guestThere), 'another account').toBe(404)
    await editor.ok('account.logout', {})
    expect(await statuses(editorThere), 'after signing out on the other process').toBe(401)
  })

  it('what of the log is shown, and a right that was given or taken on the other one', SLOW, async () => {
    const { place, db, admins } = await twoProcesses()
    await admins[0].ok('dictionary.save', { title: '全部站点的', value: ['乙'] })
    await admins[1].ok('siteMail.saveDraft', { id: 0, title: '私人草稿', content: '<p>给自己</p>' })
    await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.log }])
    const editors = await personOnBoth(place, 'editor')
    for (const editor of editors) expect((await editor.ok('log.page', {})).content).toEqual([])
    await grantExactly(db, 'editor', [])
    await db.destroy()
    for (const editor of editors) expect((await editor.call('log.page', {})).status).toBe(403)
  })

  it('whose an entry is: the other one neither takes its lock nor releases it', SLOW, async () => {
    const { place, db, admins } = await twoProcesses()
    const { id: classId } = await emptyColumn(admins[0])
    await grantExactly(db, 'editor', [{ siteId: 1, menuId: classId, settings: [1101, 1102, 1104] }])
    await db.destroy()
    const editors = pairOf(await personOnBoth(place, 'editor'))
    const { id } = await saveArticle(admins[0], classId, { title: '公告' }, { isStatus: false })
    const form = { classId, id, holder: 'entry-form-one' }
    expect(await admins[0].ok('entryLock.hold', form)).toMatchObject({ isMine: true })
    // Also whoever knows the form's name: a lock belongs to a session.
    await editors[1].call('entryLock.release', form)
    expect(await editors[1].ok('entryLock.hold', form)).toMatchObject({ isMine: false, editor: { isOwn: false } })
    expect(await admins[1].ok('entryLock.hold', form)).toMatchObject({ isMine: true })
    await admins[1].ok('entryLock.release', form)
    expect(await editors[0].ok('entryLock.hold', form)).toMatchObject({ isMine: true })
  })

  it('and both write after a restore', SLOW, async () => {
    const { place, db, admins } = await twoProcesses()
    await db.destroy()
    const { id: classId } = await emptyColumn(admins[0])
    await saveArticle(admins[1], classId, { title: '备份前' })
    const home = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-restored-'))
    const [copy, dataDir] = [path.join(home, 'backup'), path.join(home, 'data')]
    const env = { DATABASE_URL: await cluster.createDatabase() }
    const run = async (args: string[], given: Record<string, string>) =>
      expect({ args, ...(await runServer(args, given)) }).toMatchObject({ code: 0 })
    await run(['backup', copy, '--data', place.dataDir], { DATABASE_URL: place.databaseUrl })
    await run(['restore', copy, '--data', dataDir], env)
    const processes = [0, 1].map(() => new ServerProcess(['--port', '0', '--data', dataDir], env))
    try {
      const urls = (await Promise.all(processes.map((server) => server.listening()))).map(({ url }) => url)
      const restored = { dataDir, databaseUrl: env.DATABASE_URL, urls }
      const there = await personOnBoth(restored, 'admin')
      await Promise.all(there.map((admin, at) => saveArticle(admin, classId, { title: `恢复后 ${at}` })))
      for (const admin of there)
        expect(new Set((await admin.ok('content.page', { classId })).content.map(({ title }) => title))).toEqual(
          new Set(['备份前', '恢复后 0', '恢复后 1']),
        )
    } finally {
      for (const server of processes) await server.kill('SIGKILL')
      await rm(home, { recursive: true, force: true })
    }
  })
})
