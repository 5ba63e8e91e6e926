import { backup } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { check, formatReport } from './check/index.ts'
import { lockDataDir } from './instanceLock.ts'
import { move } from './move/index.ts'
import { withBackup } from './namedBackup.ts'
import { applyProxies, trustSystemCertificates } from './network.ts'
import type { Command, ProcessOptions } from './options.ts'
import { sweep, claimStore } from './sweep.ts'
import { existsSync } from 'node:fs'
import { AppError } from '#shared/errors/index.ts'
import { connect, embeddedFile, openDatabase } from '../db/connect.ts'
import { rotateKey } from '../secrets/rotateKey.ts'
import { readDatabaseTime } from '../db/dialect.ts'
import { findAccountByName, issueLoginToken } from '../areas/people/account/index.ts'
import { removeFactor } from '../areas/people/secondFactor/index.ts'
import { verifyLog } from '../areas/system/log/index.ts'

/**
 * Verifies the hash chain of the operation log; may run beside a server on the same data.
 * @throws AppError `conflict` that says what was changed or removed
 */
async function verifyOperationLog({ dataDir, databaseUrl, rsaKeyFile }: ProcessOptions): Promise<string> {
  if (!databaseUrl && !existsSync(embeddedFile(dataDir)))
    throw new AppError('not-found', `${dataDir} 中还没有数据，请先启动一次服务器`)
  const db = openDatabase({ dataDir, databaseUrl })
  try {
    const { checked, open: waiting, headHash, problem } = await verifyLog({ db, dataDir, rsaKeyFile })
    if (problem !== null) throw new AppError('conflict', `操作日志不完整：${problem}（之前的 ${checked} 条正常）`)
    const rest = waiting > 0 ? `，另有 ${waiting} 条刚写入，尚未进入日志链` : ''
    return `操作日志完整：已校验 ${checked} 条${rest}。\n日志链末端：${headHash || '（空）'}`
  } finally {
    await db.destroy()
  }
}

/** Creates a one-time token for the auto-login call; may run beside a server on the same data. */
const createLoginToken = (options: ProcessOptions): Promise<string> =>
  withAccount(options, async (db, { id }) => issueLoginToken(db, id, new Date(await readDatabaseTime(db))))

/** Removes the second factor of an account whose owner has lost phone and recovery codes and has no administrator. */
const removeSecondFactor = (options: ProcessOptions): Promise<string> =>
  withAccount(options, async (db, { id, username }) => {
    const hadOne = await db.transaction().execute((tx) => removeFactor(tx, id))
    return hadOne ? `账号“${username}”的两步验证已关闭` : `账号“${username}”未开启两步验证`
  })

type OpenDatabase = ReturnType<typeof openDatabase>
type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccountByName>>>

async function withAccount(
  { dataDir, databaseUrl, user }: ProcessOptions,
  run: (db: OpenDatabase, account: FoundAccount) => Promise<string>,
): Promise<string> {
  if (!databaseUrl && !existsSync(embeddedFile(dataDir)))
    throw new AppError('not-found', `${dataDir} 中还没有数据，请先启动一次服务器`)
  const db = openDatabase({ dataDir, databaseUrl })
  try {
    const account = await findAccountByName(db, user.toLowerCase())
    if (!account) throw new AppError('not-found', `账号“${user}”不存在，请检查 --user`)
    return await run(db, account)
  } finally {
    await db.destroy()
  }
}

type KeyLocation = Pick<ProcessOptions, 'dataDir' | 'databaseUrl' | 'rsaKeyFile' | 'secretKey' | 'secretKeyBefore'>

/**
 * Encrypts all secrets with a new key. With PostgreSQL the operator stops the servers first.
 * @throws AppError `not-found` without data, `locked` while a server runs on the embedded database
 */
async function changeSecretKey(place: KeyLocation): Promise<string> {
  const { dataDir, databaseUrl } = place
  if (!databaseUrl && !existsSync(embeddedFile(dataDir)))
    throw new AppError('not-found', `${dataDir} 中没有数据，没有可以更换的密钥`)
  const release = databaseUrl ? () => undefined : lockDataDir(dataDir)
  try {
    const db = await connect({ dataDir, databaseUrl })
    try {
      const { sealed, unreadable } = await rotateKey({ ...place, db })
      const rest = unreadable > 0 ? `；有 ${unreadable} 条用已不存在的密钥加密，无法读取，请在界面上重新填写` : ''
      return `密钥已更换，${sealed} 条密码和密钥已重新加密${rest}`
    } finally {
      await db.destroy()
    }
  } finally {
    release()
  }
}

/** Commands that run once and then end the process. */
type OneTimeCommand = Exclude<Command, 'serve' | 'look' | 'updates'>

/** Runs a one-time command; `print` receives its output. A check with findings sets the exit code. */
export async function runOneTimeCommand(
  command: OneTimeCommand,
  options: ProcessOptions,
  print: (line: string) => void,
): Promise<void> {
  switch (command) {
    case 'token':
      return print(await createLoginToken(options))
    case 'second-factor-off':
      return print(await removeSecondFactor(options))
    case 'verify-log':
      return print(await verifyOperationLog(options))
    case 'check': {
      const report = await check(options, (line) => void process.stderr.write(`${line}\n`))
      print(options.json ? JSON.stringify(report, null, 2) : formatReport(report))
      process.exitCode = report.sound ? 0 : 1
      return
    }
    case 'backup':
      return print(await backup(options, options.dir))
    case 'restore':
      return print(await withBackup(options, (dir) => restore(options, dir, lockDataDir)))
    case 'rotate-key':
      return print(await changeSecretKey(options))
    default:
      applyProxies(process.env)
      trustSystemCertificates()
      if (command === 'take-store') return print(await claimStore(options))
      return print(await (command === 'move' ? move(options, print) : sweep(options)))
  }
}
