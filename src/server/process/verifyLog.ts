import { existsSync } from 'node:fs'
import { AppError } from '#shared/errors/index.ts'
import { verifyLog } from '../areas/system/log/index.ts'
import { embeddedFile, open } from '../db/connect.ts'
import type { ProcessOptions } from './options.ts'

/**
 * Compares the operation log with its chain of hashes; works beside a running server on the same data. AppError `conflict`
 * says what was changed or taken away.
 */
export async function verifyOperationLog({ dataDir, databaseUrl, rsaKeyFile }: ProcessOptions): Promise<string> {
  if (!databaseUrl && !existsSync(embeddedFile(dataDir)))
    throw new AppError('not-found', `${dataDir} 里还没有数据，请先启动一次服务器`)
  const db = open({ dataDir, databaseUrl })
  try {
    const { checked, open: waiting, head, problem } = await verifyLog({ db, dataDir, rsaKeyFile })
    if (problem !== null) throw new AppError('conflict', `操作日志不完整：${problem}（之前的 ${checked} 条没有问题）`)
    const rest = waiting > 0 ? `，另有 ${waiting} 条刚写入、还没有进入日志链` : ''
    return `操作日志完整：已校验 ${checked} 条${rest}。\n日志链末端：${head || '（空）'}`
  } finally {
    await db.destroy()
  }
}
