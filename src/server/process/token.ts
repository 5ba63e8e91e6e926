import { existsSync } from 'node:fs'
import { AppError } from '#shared/errors/index.ts'
import { embeddedFile, open } from '../db/connect.ts'
import { timeOf } from '../db/dialect.ts'
import { findByName, issueLoginToken } from '../areas/people/account/index.ts'
import { removeFactor } from '../areas/people/secondFactor/index.ts'
import type { ProcessOptions } from './options.ts'

/** A one-time token for the auto-login call. Works beside a running server on the same data. */
export const makeToken = (options: ProcessOptions): Promise<string> =>
  withAccount(options, async (db, { id }) => issueLoginToken(db, id, new Date(await timeOf(db))))

/** The way back in for who has lost phone and recovery codes and has no administrator: whoever runs the server's machine. */
export const takeFactorOff = (options: ProcessOptions): Promise<string> =>
  withAccount(options, async (db, { id, username }) => {
    const hadOne = await db.transaction().execute((tx) => removeFactor(tx, id))
    return hadOne ? `账号“${username}”的两步验证已关闭` : `账号“${username}”没有开启两步验证`
  })

type Opened = ReturnType<typeof open>
type Found = NonNullable<Awaited<ReturnType<typeof findByName>>>

async function withAccount(
  { dataDir, databaseUrl, user }: ProcessOptions,
  run: (db: Opened, account: Found) => Promise<string>,
): Promise<string> {
  if (!databaseUrl && !existsSync(embeddedFile(dataDir)))
    throw new AppError('not-found', `${dataDir} 里还没有数据，请先启动一次服务器`)
  const db = open({ dataDir, databaseUrl })
  try {
    const account = await findByName(db, user.toLowerCase())
    if (!account) throw new AppError('not-found', `没有名为“${user}”的账号`)
    return await run(db, account)
  } finally {
    await db.destroy()
  }
}
