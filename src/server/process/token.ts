import { existsSync } from 'node:fs'
import { AppError } from '#shared/errors/index.ts'
import { embeddedFile, open } from '../db/connect.ts'
import { systemClock } from '../deps.ts'
import { findByName, issueLoginToken } from '../areas/people/account/index.ts'
import type { ProcessOptions } from './options.ts'

/** A one-time token for the auto-login call. Works beside a running server on the same data. */
export async function makeToken({ dataDir, databaseUrl, user }: ProcessOptions): Promise<string> {
  if (!databaseUrl && !existsSync(embeddedFile(dataDir)))
    throw new AppError('not-found', `${dataDir} 里还没有数据，请先启动一次服务器`)
  const db = open({ dataDir, databaseUrl })
  try {
    const account = await findByName(db, user.toLowerCase())
    if (!account) throw new AppError('not-found', `没有名为“${user}”的账号`)
    return await issueLoginToken(db, account.id, systemClock.now())
  } finally {
    await db.destroy()
  }
}
