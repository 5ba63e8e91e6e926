import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildTemplate } from '#tests/builders/template.ts'
import { upload } from '#tests/builders/upload.ts'
import { TestClient } from './harness/client.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..')
const run = promisify(execFile)

/** `npm run server -- …`, as somebody types it; answers what it printed. */
async function npmRunServer(args: readonly string[], env: Record<string, string>): Promise<string> {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^SITECRAFT_|DATABASE/.test(name)))
  const command = ['scripts/run.mjs', 'server', ...args]
  const { stdout } = await run(process.execPath, command, { cwd: ROOT, env: { ...clean, ...env } })
  return stdout
}

const folder = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-command-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

async function signedIn(dataDir: string, env: Record<string, string>): Promise<TestClient> {
  const server = new ServerProcess(['--port', '0', '--data', dataDir], env)
  onTestFinished(async () => void (await server.kill('SIGKILL')))
  const nobody = await server.listening()
  const { stdout } = await runServer(['token', '--data', dataDir], env)
  return new TestClient(nobody.url, (await nobody.ok('account.autoLogin', { token: stdout.trim() })).token)
}

interface Written {
  id: number
  folder: string
  /** Of an upload, and what is in it. */
  accessPath: string
  text: string
}

/** A template with a file, and an upload: rows that name files. */
async function write(admin: TestClient, at: number): Promise<Written> {
  const text = `第 ${at} 份`
  const { id, folder } = await buildTemplate(admin)
  await admin.ok('templateFile.newFile', { path: folder, filename: 'page.html' })
  const { data } = await upload(admin, { name: `${at}.zip`, content: text })
  return { id, folder, accessPath: data.accessPath, text }
}

const ENGINES = [
  ['the embedded database', null],
  ['PostgreSQL', whyNoPostgres()],
] as const

describe.each(ENGINES)('the commands backup and restore with %s', (title, missing) => {
  let cluster: Cluster | undefined
  beforeAll(async () => {
    if (title === 'PostgreSQL' && missing === null) cluster = await useCluster()
  })
  afterAll(() => cluster?.stop())
  it.skipIf(missing !== null)(
    'bring back all that was answered before, while somebody writes',
    async () => {
      const databaseOf = async (): Promise<Record<string, string>> => {
        if (title !== 'PostgreSQL') return {}
        return { DATABASE_URL: (await cluster?.createDatabase()) ?? '' }
      }
      const [dataDir, dir, target] = [await folder(), await folder(), await folder()]
      const env = await databaseOf()
      const admin = await signedIn(dataDir, env)
      const before: Written[] = []
      while (before.length < 5) before.push(await write(admin, before.length))
      let [isWriting, written] = [true, 0]
      const writer = (async () => {
        while (isWriting) {
          const { id } = await write(admin, 100 + written)
          if (written++ % 2 === 0) await admin.ok('template.deleteByIdList', [{ id }])
        }
      })()
      expect(await npmRunServer(['backup', dir, '--data', dataDir], env)).toContain(`已备份到 ${dir}`)
      isWriting = false
      await writer
      expect(written).toBeGreaterThan(0)
      expect(existsSync(path.join(dir, 'backup.json'))).toBe(true)

      const empty = await databaseOf()
      expect(await npmRunServer(['restore', dir, '--data', target], empty)).toContain(`到 ${target}`)
      const again = await signedIn(target, empty)
      for (const { id, folder, accessPath, text } of before) {
        expect(await again.ok('template.findById', { id })).toMatchObject({ folder })
        expect((await again.ok('templateFile.list', { path: folder })).map(({ name }) => name)).toContain('page.html')
        expect(await (await again.fetch(accessPath)).text()).toBe(text)
      }
      // Also of what was written meanwhile no row is there without its files.
      for (const each of (await again.ok('template.list', { size: 1000 })).content)
        expect((await again.call('templateFile.list', { path: each.folder })).status, each.folder).toBe(200)
      // What is there is not written over.
      const refused = npmRunServer(['restore', dir, '--data', target], empty)
      await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('需要一个空目录') })
    },
    240_000,
  )
})
