import { existsSync } from 'node:fs'
import { AppError } from '#shared/errors/index.ts'
import { connect, embeddedFile } from '../db/connect.ts'
import { rotateKey } from '../secrets/rotate.ts'
import { claimDataDir } from './instanceLock.ts'
import type { ProcessOptions } from './options.ts'

type Place = Pick<ProcessOptions, 'dataDir' | 'databaseUrl' | 'rsaKeyFile' | 'secretKey' | 'secretKeyBefore'>

/**
 * Encrypts all secrets with another key. AppErrors: not-found without data, locked while a server runs on the embedded
 * database (with PostgreSQL whoever runs the command stops the servers).
 */
export async function changeKey(place: Place): Promise<string> {
  const { dataDir, databaseUrl } = place
  if (!databaseUrl && !existsSync(embeddedFile(dataDir)))
    throw new AppError('not-found', `${dataDir} 里还没有数据，没有可以更换的密钥`)
  const giveBack = databaseUrl ? () => undefined : claimDataDir(dataDir)
  try {
    const db = await connect({ dataDir, databaseUrl })
    try {
      const { sealed, unreadable } = await rotateKey({ ...place, db })
      const rest = unreadable > 0 ? `；有 ${unreadable} 条用已不存在的密钥加密，无法读出，请在界面上重新填写` : ''
      return `密钥已更换，${sealed} 条密码和密钥已重新加密${rest}`
    } finally {
      await db.destroy()
    }
  } finally {
    giveBack()
  }
}
