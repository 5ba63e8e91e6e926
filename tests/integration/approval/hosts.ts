import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { findAccountByName, issueLoginToken } from '#server/areas/people/account/index.ts'
import { TestClient } from '../server/harness/client.ts'
import { ServerProcess } from '../server/harness/process.ts'
import { copySeeded } from '../server/harness/seeded.ts'
import { startTestServer, type TestServer } from '../server/harness/server.ts'
import type { Host } from './world.ts'

/** A server of a suite, which stays. */
export const stays = ({ deps, as }: TestServer): Host => ({ db: () => deps.db, as })

async function seededFolder(): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-approval-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  if (!(await copySeeded(dataDir, undefined))) throw new Error('no seeded data outside of the suite')
  return dataDir
}

/** A server on a data folder of its own, which is closed in mid-work and started anew; ends with the test. */
export async function restarted(): Promise<Host> {
  const dataDir = await seededFolder()
  const start = () => startTestServer({ dataDir, seeded: false })
  let server = await start()
  onTestFinished(() => server.close())
  // The server's own ends with it.
  const db = await connect({ dataDir })
  onTestFinished(() => db.destroy())
  return {
    db: () => db,
    as: (username) => server.as(username),
    async restart() {
      await server.close()
      server = await start()
    },
  }
}

/** A server process that is killed (SIGKILL) in mid-work and started anew; ends with the test. */
export async function killed(): Promise<Host> {
  const dataDir = await seededFolder()
  const start = () => new ServerProcess(['--port', '0', '--data', dataDir])
  let server = start()
  onTestFinished(async () => void (await server.kill('SIGKILL')))
  let { url } = await server.listening()
  const db = await connect({ dataDir })
  onTestFinished(() => db.destroy())
  return {
    db: () => db,
    async as(username) {
      const account = await findAccountByName(db, username)
      if (!account) throw new Error(`no account ${username}`)
      const token = await issueLoginToken(db, account.id, new Date())
      return new TestClient(url, (await new TestClient(url).ok('account.autoLogin', { token })).token)
    },
    async restart() {
      await server.kill('SIGKILL')
      server = start()
      url = (await server.listening()).url
    },
  }
}
