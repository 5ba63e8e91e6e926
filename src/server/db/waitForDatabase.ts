import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import { classifyDatabaseError } from './dialect.ts'
import type { Database } from './schema.ts'

const CONNECT_TIMEOUT_MS = 60_000
const PAUSE_MS = 1000

interface WaitOptions {
  databaseUrl: string
  connectTimeoutMs?: number
  onWait?: (reason: string) => void
}

/**
 * Waits until the database answers. An unreachable database is retried for a minute, because machines may start
 * together.
 * @throws AppError `unavailable` with host, port and reason, never the password
 */
export async function waitForDatabase(
  db: Kysely<Database>,
  { databaseUrl, connectTimeoutMs = CONNECT_TIMEOUT_MS, onWait = () => undefined }: WaitOptions,
): Promise<void> {
  const until = performance.now() + connectTimeoutMs
  let told = ''
  for (;;) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (cause) {
      const reason = `无法连接数据库 ${describeDatabase(databaseUrl)}：${reasonOf(cause)}`
      // A wrong name or password is not retried.
      if (classifyDatabaseError(cause) !== 'away' || performance.now() >= until) {
        throw new AppError('unavailable', `${reason}。请检查 DATABASE_URL 和数据库服务`, { cause })
      }
      if (reason !== told) onWait(`${reason}，正在重试`)
      told = reason
      await sleep(PAUSE_MS)
    }
  }
}

/** Host, port and name of the database. */
function describeDatabase(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  if (!url) return '（DATABASE_URL 不是有效的地址，应为 postgres://用户:密码@主机/数据库）'
  const host = url.searchParams.get('host') ?? url.hostname
  return `${decodeURIComponent(host)}:${url.port || '5432'}${url.pathname}`
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  const reason = REASONS[code]
  if (reason) return `${reason}（${code}）`
  if (/timeout/i.test(message)) return '响应超时'
  return code ? `${message}（${code}）` : message
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: '连接被拒绝，该地址没有数据库在监听',
  ENOTFOUND: '找不到这台主机',
  EAI_AGAIN: '主机名暂时无法解析',
  ETIMEDOUT: '响应超时',
  EHOSTUNREACH: '无法到达这台主机',
  ENETUNREACH: '网络不通',
  ENOENT: '套接字不存在',
  '28P01': '用户名或密码不正确',
  '28000': '该用户不允许登录',
  '3D000': '数据库不存在',
  '57P03': '数据库正在启动',
}
