import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isIpRange } from '#shared/domain/ipRanges.ts'
import { AppError } from '#shared/errors/index.ts'
import { POOL_SIZE } from '../db/dialect.ts'
import type { BaiduOptions } from '../deps.ts'
import type { DrainTimes } from './drain.ts'
import type { S3Options } from '../storage/s3/options.ts'
import { findResources } from './resources.ts'

const COMMANDS = [
  'serve',
  'token',
  'second-factor-off',
  'verify-log',
  'check',
  'backup',
  'restore',
  'look',
  'rotate-key',
  'updates',
  'move',
  'sweep',
  'take-store',
] as const
export type Command = (typeof COMMANDS)[number]

export interface ProcessOptions {
  command: Command
  /** Argument of the commands backup, restore, look and updates; empty for others. */
  dir: string
  host: string
  /** 0: the system picks one. */
  port: number
  dataDir: string
  databaseUrl: string | undefined
  /** SITECRAFT_DATABASE_POOL: maximum number of connections to PostgreSQL. */
  poolSize: number
  /** DATABASE_URL, or SITECRAFT_DATABASE_LISTEN_URL; null: the server polls for changes of other processes. */
  listenUrl: string | null
  resourcesDir: string
  /** The server shows a backup read-only; no job runs. */
  isBackupView?: boolean
  /** SITECRAFT_BACKUP_DIR; undefined: in the data folder. */
  backupDir?: string | undefined
  /** SITECRAFT_UPDATES: a folder of the desktop program's newer versions; undefined: none. */
  updatesDir: string | undefined
  corsOrigins: string[]
  trustedProxies: string[]
  /** Ends with a slash. */
  publicUrl: string | null
  /** The target of `move`. */
  move: MoveOptions
  /** null: uploads are stored in the data folder. */
  s3: S3Options | null
  /** undefined: in the data folder. */
  rsaKeyFile: string | undefined
  /** undefined: derived from a key in the data folder. */
  secretKey: string | undefined
  secretKeyBefore: string | undefined
  smsEndpoints: { aliyun: string | undefined; tencent: string | undefined }
  /** Maximum lifetime of a session, ms. */
  sessionMaxMs: number
  /** Address of WeChat's API; absent: WeChat itself. */
  wechatUrl?: string
  /** SITECRAFT_MOCK=1. */
  mock: boolean
  /** SITECRAFT_BAIDU_KEY and SITECRAFT_BAIDU_SECRET. */
  baidu: BaiduOptions | undefined
  logLevel: string
  /**
   * SITECRAFT_OUTGOING_ALLOW, and its older name SITECRAFT_WEBHOOK_ALLOW: private networks that outgoing requests may
   * reach.
   */
  outgoingAllowed: string[]
  /** SITECRAFT_METRICS_TOKEN; undefined: /metrics responds to this machine only. */
  metricsToken: string | undefined
  /** SITECRAFT_STOP_LAG and SITECRAFT_STOP_PATIENCE, converted to ms. */
  stop: DrainTimes
  adminPassword: string | undefined
  demoPassword: string | undefined
  /** End the server when standard input closes, so that it does not outlive the host that started it. */
  parentWatch: boolean
  /** Account of the commands `token` and `second-factor-off`. */
  user: string
  /** For `check`: read and hash all files. */
  files: boolean
  /** For `check`: print the report as JSON. */
  json: boolean
  /** For `sweep`: delete the files found; `force`: even if they are most of the store. */
  remove: boolean
  force: boolean
}

/** Options of `move`; absent ones keep the present location. */
interface MoveOptions {
  /** `postgres://…`, or `embedded`. */
  database: string | undefined
  /** null: files are stored in the data folder. */
  s3: S3Options | null
  dataDir: string | undefined
}

type Env = Record<string, string | undefined>

export const HELP = `用法：server [命令] [选项]

不带命令时启动服务器，按 Ctrl+C 结束。环境变量和完整说明见 docs/operations.md。

命令：
  token               打印一次性登录令牌
  second-factor-off   关闭一个账号的两步验证
  verify-log          核对操作日志
  check               检查数据和文件是否完整（--files 读取全部文件，--json 输出 JSON）
  backup 目录         备份到空目录
  restore 目录        把备份恢复到空的数据目录
  look 目录           只读地查看一个备份
  rotate-key          更换加密密钥
  updates 目录        只提供程序更新文件
  move                迁移到其他数据库、存储桶或数据目录（--to-database、--to-s3、--to-data）
  sweep               查找存储中没有用到的文件（--remove 删除，--force 即使占大部分也删除）
  take-store          确认本服务器为正式服务器：存储归本服务器所有，开始发送邮件和 Webhook

选项：
  --port 端口         默认 8765，0 由系统选择
  --host 地址         默认 127.0.0.1
  --data 目录         数据目录
  --user 用户名       token 和 second-factor-off 的账号，默认 admin
  -h, --help          显示帮助`

export const isHelpRequested = (args: readonly string[]): boolean =>
  args[0] === 'help' || args.includes('--help') || args.includes('-h')

/**
 * Options of the server process: arguments, then environment, then defaults. Documented in docs/operations.md.
 * @throws AppError `invalid` that names the wrong option
 */
export function readOptions(args: readonly string[], env: Env): ProcessOptions {
  const { values, positionals } = parseArguments(args)
  const [named = 'serve', dir = '', ...rest] = positionals
  const command = COMMANDS.find((each) => each === named)
  const takesDir = command === 'backup' || command === 'restore' || command === 'look' || command === 'updates'
  if (!command || rest.length > 0 || (dir !== '' && !takesDir))
    throw new AppError(
      'invalid',
      `未知命令：${positionals.join(' ')}（可用：token、second-factor-off、verify-log、check、backup 目录、restore 目录、look 目录、rotate-key、updates 目录、move、sweep、take-store）`,
    )
  if (takesDir && dir === '')
    throw new AppError('invalid', `请在 ${command} 后指定目录，例如 ${command} /var/backups/cms`)
  return {
    command,
    dir: dir && path.resolve(dir),
    host: values.host ?? env.SITECRAFT_HOST ?? '127.0.0.1',
    port: readPort(values.port ?? env.SITECRAFT_PORT ?? '8765'),
    dataDir: path.resolve(values.data ?? env.SITECRAFT_DATA ?? userDataDir(env)),
    databaseUrl: env.DATABASE_URL || undefined,
    poolSize: readPoolSize(env),
    listenUrl: readListenUrl(env),
    resourcesDir: path.resolve(env.SITECRAFT_RESOURCES ?? findResources()),
    backupDir: env.SITECRAFT_BACKUP_DIR?.trim() ? path.resolve(env.SITECRAFT_BACKUP_DIR.trim()) : undefined,
    updatesDir: env.SITECRAFT_UPDATES?.trim() ? path.resolve(env.SITECRAFT_UPDATES.trim()) : undefined,
    corsOrigins: parseList(env.SITECRAFT_CORS),
    trustedProxies: parseList(env.SITECRAFT_TRUSTED_PROXIES),
    publicUrl: readUrl('SITECRAFT_PUBLIC_URL', env),
    s3: readS3(env),
    move: readMove(values, env),
    rsaKeyFile: env.SITECRAFT_RSA_KEY?.trim() ? path.resolve(env.SITECRAFT_RSA_KEY.trim()) : undefined,
    secretKey: readSecretKey('SITECRAFT_SECRET_KEY', env),
    secretKeyBefore: readSecretKey('SITECRAFT_SECRET_KEY_BEFORE', env),
    smsEndpoints: {
      aliyun: readUrl('SITECRAFT_SMS_ALIYUN_URL', env) ?? undefined,
      tencent: readUrl('SITECRAFT_SMS_TENCENT_URL', env) ?? undefined,
    },
    sessionMaxMs: readHours('SITECRAFT_SESSION_HOURS', env, 168) * 3_600_000,
    ...(env.SITECRAFT_WECHAT_URL && { wechatUrl: new URL(env.SITECRAFT_WECHAT_URL).href }),
    mock: env.SITECRAFT_MOCK === '1',
    baidu: readBaidu(env),
    logLevel: env.SITECRAFT_LOG ?? 'warn',
    outgoingAllowed: ['SITECRAFT_OUTGOING_ALLOW', 'SITECRAFT_WEBHOOK_ALLOW'].flatMap((name) => readRanges(name, env)),
    metricsToken: env.SITECRAFT_METRICS_TOKEN?.trim() || undefined,
    stop: {
      lagMs: readSeconds('SITECRAFT_STOP_LAG', env, 0) * 1000,
      callTimeoutMs: readSeconds('SITECRAFT_STOP_PATIENCE', env, 4) * 1000,
    },
    adminPassword: readPassword('SITECRAFT_ADMIN_PASSWORD', env),
    demoPassword: readPassword('SITECRAFT_DEMO_PASSWORD', env),
    parentWatch: values['parent-watch'] ?? false,
    user: values.user ?? 'admin',
    files: values.files ?? false,
    json: values.json ?? false,
    remove: values.remove ?? false,
    force: values.force ?? false,
  }
}

const parseList = (text = ''): string[] => text.split(',').flatMap((item) => item.trim() || [])

function parseArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const named = { host: text, port: text, data: text, user: text }
  const target = { 'to-database': text, 'to-s3': text, 'to-data': text }
  const options = {
    ...named,
    ...target,
    'parent-watch': flag,
    files: flag,
    json: flag,
    remove: flag,
    force: flag,
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (cause) {
    const usage =
      '可用的参数：--port 端口、--data 目录、--host 地址、--user 用户名、--files、--json、--remove、--force、--to-database 地址、--to-s3 地址、--to-data 目录'
    throw new AppError('invalid', `参数有误：${cause instanceof Error ? cause.message : args.join(' ')}。${usage}`)
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new AppError('invalid', `端口必须是 0 到 65535 之间的整数，当前为“${text}”`)
  return port
}

function readHours(name: string, env: Env, usual: number): number {
  const text = env[name]?.trim()
  if (!text) return usual
  const hours = Number(text)
  if (!(hours > 0 && hours <= 8760))
    throw new AppError('invalid', `${name} 必须是大于 0、不超过 8760 的小时数，当前为“${text}”`)
  return hours
}

function readSeconds(name: string, env: Env, usual: number): number {
  const text = env[name]?.trim()
  if (!text) return usual
  const seconds = Number(text)
  if (!(seconds >= 0 && seconds <= 3600))
    throw new AppError('invalid', `${name} 必须是 0 到 3600 之间的秒数，当前为“${text}”`)
  return seconds
}

/** A server's own work would use up fewer than four connections. */
function readPoolSize(env: Env): number {
  const text = env.SITECRAFT_DATABASE_POOL?.trim()
  if (!text) return POOL_SIZE
  const size = Number(text)
  if (!Number.isInteger(size) || size < 4 || size > 1000)
    throw new AppError('invalid', `SITECRAFT_DATABASE_POOL 必须是 4 到 1000 之间的整数，当前为“${text}”`)
  return size
}

function readRanges(name: string, env: Env): string[] {
  const ranges = parseList(env[name])
  const wrong = ranges.find((range) => !isIpRange(range))
  if (wrong !== undefined)
    throw new AppError('invalid', `${name} 应为 IP 或 IP 段，用逗号分隔，例如 10.0.0.0/8，当前为“${wrong}”`)
  return ranges
}

/**
 * Behind a pooler in transaction mode this must be the address of PostgreSQL itself, because LISTEN needs a fixed
 * connection.
 */
function readListenUrl(env: Env): string | null {
  const name = 'SITECRAFT_DATABASE_LISTEN_URL'
  const text = env[name]?.trim()
  if (!text) return env.DATABASE_URL || null
  if (text === 'off') return null
  requireDatabase(name, text, env)
  return text
}

/** @throws AppError `invalid` unless the text is an address of PostgreSQL and DATABASE_URL is set */
function requireDatabase(name: string, text: string, env: Env): void {
  if (!/^postgres(?:ql)?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new AppError('invalid', `${name} 必须是 postgres:// 开头的地址（postgres://用户:密码@主机/数据库）`)
  if (!env.DATABASE_URL) throw new AppError('invalid', `已设置 ${name}，还需要设置 DATABASE_URL`)
}

function readUrl(name: string, env: Env): string | null {
  const text = env[name]?.trim()
  if (!text) return null
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new AppError('invalid', `${name} 必须是 http:// 或 https:// 开头的地址，当前为“${text}”`)
  return text.replace(/\/*$/, '/')
}

/** Reads a secret from which keys are derived; its minimum length makes guessing impossible. */
function readSecretKey(name: string, env: Env): string | undefined {
  const key = env[name]?.trim()
  if (key && key.length < 32) throw new AppError('invalid', `${name} 不能少于 32 个字符，请使用随机生成的文字`)
  return key || undefined
}

/**
 * Reads the target of `move`. Options of the new bucket that SITECRAFT_TO_S3_… does not set are those of the present
 * bucket.
 */
function readMove(values: ReturnType<typeof parseArguments>['values'], env: Env): MoveOptions {
  const of = (name: string) => env[`SITECRAFT_TO_S3_${name}`] ?? env[`SITECRAFT_S3_${name}`]
  const url = values['to-s3']
  const s3 = url
    ? readS3({
        SITECRAFT_S3_URL: url,
        SITECRAFT_S3_ACCESS_KEY: of('ACCESS_KEY'),
        SITECRAFT_S3_SECRET_KEY: of('SECRET_KEY'),
        SITECRAFT_S3_REGION: of('REGION'),
        SITECRAFT_S3_PREFIX: of('PREFIX'),
      })
    : null
  return { database: values['to-database'], s3, dataDir: values['to-data'] }
}

const BAIDU_URL = 'https://openapi.baidu.com/'

/** Requires both keys or neither. */
function readBaidu(env: Env): BaiduOptions | undefined {
  const [apiKey = '', secretKey = ''] = [env.SITECRAFT_BAIDU_KEY?.trim(), env.SITECRAFT_BAIDU_SECRET?.trim()]
  if (apiKey === '' && secretKey === '') return undefined
  if (apiKey === '' || secretKey === '')
    throw new AppError('invalid', 'SITECRAFT_BAIDU_KEY 和 SITECRAFT_BAIDU_SECRET 必须同时设置')
  return { url: readUrl('SITECRAFT_BAIDU_URL', env) ?? BAIDU_URL, apiKey, secretKey }
}

/** Requires a complete configuration: a half-configured bucket would send uploads to the wrong place. */
function readS3(env: Env): S3Options | null {
  const endpoint = readUrl('SITECRAFT_S3_URL', env)
  if (!endpoint) return null
  const needed = (name: string): string => {
    const value = env[name]?.trim()
    if (!value) throw new AppError('invalid', `已设置 SITECRAFT_S3_URL，还需要设置 ${name}`)
    return value
  }
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    region: env.SITECRAFT_S3_REGION?.trim() || 'us-east-1',
    accessKeyId: needed('SITECRAFT_S3_ACCESS_KEY'),
    secretAccessKey: needed('SITECRAFT_S3_SECRET_KEY'),
    prefix: (env.SITECRAFT_S3_PREFIX?.trim() ?? '').replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/'),
  }
}

function readPassword(name: string, env: Env): string | undefined {
  const password = env[name]?.trim()
  if (password && password.length < 6) throw new AppError('invalid', `${name} 不能少于 6 位`)
  return password || undefined
}

/** The default data folder on each system, below the data folder of the desktop program. */
function userDataDir(env: Env): string {
  const home = os.homedir()
  if (process.platform === 'win32')
    return path.join(env.APPDATA ?? path.join(home, 'AppData', 'Roaming'), 'Sitecraft', 'server')
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Sitecraft', 'server')
  return path.join(env.XDG_DATA_HOME ?? path.join(home, '.local', 'share'), 'sitecraft', 'server')
}
