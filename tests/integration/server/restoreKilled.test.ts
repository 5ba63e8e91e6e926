import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const ENGINES = [
  ['the embedded database', null],
  ['PostgreSQL', whyNoPostgres()],
] as const
const FILES = 1500

describe.each(ENGINES)('a restore on %s', (title, missing) => {
  const onPostgres = title === 'PostgreSQL'
  let cluster: Cluster | undefined
  let home: string
  let backup: string
  const at = (name: string): string => path.join(home, name)
  const newDatabase = async (): Promise<Record<string, string>> =>
    cluster ? { DATABASE_URL: await cluster.createDatabase() } : {}
  const start = async (data: string, env: Record<string, string>): Promise<ServerProcess> => {
    const server = new ServerProcess(['--port', '0', '--data', data], env)
    await server.listening()
    return server
  }

  beforeAll(async () => {
    if (missing !== null) return
    if (onPostgres) cluster = await useCluster()
    home = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-restore-killed-'))
    backup = at('backup')
    const env = { ...(await newDatabase()), SITECRAFT_ADMIN_PASSWORD: 'admin123456' }
    const server = await start(at('data'), env)
    await server.kill('SIGTERM')
    // So many files that a restore can be killed among them.
    await mkdir(at('data/previews/many'), { recursive: true })
    for (let i = 0; i < FILES; i++) await writeFile(at(`data/previews/many/${i}.html`), `page ${i}`)
    expect(await runServer(['backup', backup, '--data', at('data')], env)).toMatchObject({ code: 0 })
  }, 120_000)
  afterAll(async () => {
    await cluster?.stop()
    if (home) await rm(home, { recursive: true, force: true })
  })

  const MOMENTS: [string, (target: string) => boolean][] = [
    ['when it begins', (target) => existsSync(path.join(target, 'restoring'))],
    ['among its files', (target) => existsSync(path.join(target, 'restoring/previews/many/700.html'))],
    ['while it puts things in their place', (target) => existsSync(path.join(target, 'previews'))],
  ]
  it.skipIf(missing !== null).each(MOMENTS)(
    'that is killed %s is whole or refused, never a first run',
    async (moment, isReached) => {
      const target = at(`killed ${moment}`)
      const env = await newDatabase()
      const restoring = new ServerProcess(['restore', backup, '--data', target], env)
      await expect.poll(() => isReached(target), { interval: 1, timeout: 60_000 }).toBe(true)
      await restoring.kill('SIGKILL')

      const server = new ServerProcess(['--port', '0', '--data', target], env)
      const isWhole = await server.listening().then(
        () => true,
        () => false,
      )
      const ended = await server.kill('SIGTERM')
      expect(ended.stdout).not.toContain('首次运行')
      if (isWhole) return
      expect(ended).toMatchObject({ code: 1 })
      expect(ended.stderr).toMatch(/中的恢复未完成|中有数据（.*）/)

      // The remedy that the message names.
      await rm(target, { recursive: true })
      expect(await runServer(['restore', backup, '--data', target], env)).toMatchObject({ code: 0 })
      const again = await start(target, env)
      expect(await again.kill('SIGTERM')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('首次运行') })
      expect(await readdir(path.join(target, 'previews/many'))).toHaveLength(FILES)
    },
    120_000,
  )

  it.skipIf(missing !== null)(
    'can be repeated without clearing up when it had put nothing in its place',
    async () => {
      const target = at('repeated')
      await mkdir(path.join(target, 'restoring'), { recursive: true })
      await writeFile(path.join(target, 'restoring', 'left'), 'over')
      const env = await newDatabase()
      expect(await runServer(['restore', backup, '--data', target], env)).toMatchObject({ code: 0 })
      expect(await readdir(target)).not.toContain('restoring')
    },
    60_000,
  )

  it.skipIf(missing !== null)(
    'whose database is gone is not taken for a first run',
    async () => {
      const target = at('without')
      const env = await newDatabase()
      expect(await runServer(['restore', backup, '--data', target], env)).toMatchObject({ code: 0 })
      await rm(path.join(target, 'sitecraft.db'), { force: true })
      const server = new ServerProcess(['--port', '0', '--data', target], onPostgres ? await newDatabase() : env)
      const { code, stdout, stderr } = await server.exited
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(`数据目录 ${target} 中有数据`)
    },
    60_000,
  )
})
