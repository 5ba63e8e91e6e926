import type { ServerDeps } from '#server/deps.ts'
import { AppError } from '#shared/errors/index.ts'
import { keyFileOf, privateKey, readKey, replaceKey } from './keyFile.ts'
import { environmentKeys, type KeyDeps } from './keys.ts'
import { openWith, sealWith } from './sealing.ts'

const BINDING = { use: 'server key', owner: 1 } as const

/**
 * Shares one private key among processes without a common disk: the first one stores its key in the database, sealed
 * with SITECRAFT_SECRET_KEY; the others write it into their data folders. Does nothing without SITECRAFT_SECRET_KEY or
 * a bucket. Not to be called in a transaction.
 * @throws AppError `conflict` when this data folder has another key, or the key in the database can't be opened
 */
export async function shareKey(deps: KeyDeps & Pick<ServerDeps, 's3'>): Promise<void> {
  const [key] = environmentKeys(deps)
  if (!key || deps.rsaKeyFile || !deps.s3) return
  const own = await readKey(keyFileOf(deps))
  if ((await readShared(deps)) === null) {
    const pem = sealWith(key, BINDING, await privateKey(deps))
    await deps.db
      .insertInto('server_key')
      .values({ id: BINDING.owner, pem })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const shared = await readShared(deps)
  if (shared === null || shared === (own ?? (await readKey(keyFileOf(deps))))) return
  if (own !== null)
    throw new AppError(
      'conflict',
      `${keyFileOf(deps)} 与其他服务器进程共用的密钥不同。请移走该文件后重新启动，本进程将使用共用的密钥`,
    )
  await replaceKey(deps, shared)
}

async function readShared(deps: KeyDeps): Promise<string | null> {
  const row = await deps.db.selectFrom('server_key').select('pem').where('id', '=', BINDING.owner).executeTakeFirst()
  if (!row) return null
  const opened = environmentKeys(deps).map((key) => key && openWith(key, BINDING, row.pem))
  const pem = opened.find((each) => each !== null)
  if (pem === undefined)
    throw new AppError('conflict', '无法解密数据库中共用的密钥，请检查 SITECRAFT_SECRET_KEY 是否与其他服务器进程相同')
  return pem ?? null
}
