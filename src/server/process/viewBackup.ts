import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { AppError } from '#shared/errors/index.ts'
import { readMark } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { lockDataDir } from './instanceLock.ts'
import { withBackup } from './namedBackup.ts'
import type { ProcessOptions } from './options.ts'
import { type RunningServer, serve } from './serve.ts'

/**
 * Restores a backup to a temporary place and serves it read-only: no changes, no jobs, no messages. The copy is deleted
 * when the server ends.
 * @throws AppErrors of restore; `invalid` for a backup of PostgreSQL without DATABASE_URL
 */
export async function viewBackup(options: ProcessOptions, print: (line: string) => void): Promise<RunningServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-look-'))
  let database: SideDatabase | null = null
  const tidy = async (): Promise<void> => {
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const made = await withBackup(options, async (dir) => {
      const { engine, at } = await readMark(dir)
      if (engine === 'postgres') database = await sideDatabase(options.databaseUrl)
      const place = { dataDir, databaseUrl: database?.url }
      await restore(place, dir, lockDataDir)
      return { place, at }
    })
    const running = await serve({ ...options, ...made.place, isBackupView: true }, print)
    print(
      `正在查看 ${made.at} 的备份；只能查看，不能修改。请用账号和密码登录，之前的登录和 API 令牌在副本中无效。按 Ctrl+C 结束，副本随之删除。`,
    )
    return {
      url: running.url,
      async close() {
        await running.close()
        await tidy()
      },
    }
  } catch (error) {
    await tidy()
    throw error
  }
}

interface SideDatabase {
  url: string
  drop(): Promise<void>
}

/** An empty database on the same PostgreSQL. */
async function sideDatabase(databaseUrl: string | undefined): Promise<SideDatabase> {
  if (!databaseUrl)
    throw new AppError('invalid', '备份来自 PostgreSQL，请把 DATABASE_URL 设为可以新建数据库的连接，再查看')
  const name = `sitecraft_look_${randomBytes(6).toString('hex')}`
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name}`).catch((cause: unknown) => {
    throw new AppError('forbidden', '无法在 PostgreSQL 上新建查看备份用的数据库，请授予该用户 createdb 权限', { cause })
  })
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) }
}
