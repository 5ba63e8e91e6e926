import type { ServerDeps } from '#server/deps.ts'
import { AppError } from '#shared/errors/index.ts'
import { keyFileOf, privateKey, readKey, replaceKey } from './keyFile.ts'
import { givenKeys, type KeyDeps } from './keys.ts'
import { openWith, sealWith } from './sealing.ts'

const OF = { use: 'server key', owner: 1 } as const

/**
 * Gives processes that share no disk the same private key: the first one leaves its own in the database, sealed with
 * SITECRAFT_SECRET_KEY; the others write it into their data folders. Does nothing without that key, or where files lie on a disk.
 * Not to be called in a transaction.
 * @throws AppError `conflict` when this data folder has another key, or the one in the database does not open
 */
export async function shareKey(deps: KeyDeps & Pick<ServerDeps, 's3'>): Promise<void> {
  const [key] = givenKeys(deps)
  if (!key || deps.rsaKeyFile || !deps.s3) return
  const own = await readKey(keyFileOf(deps))
  if ((await readShared(deps)) === null) {
    const pem = sealWith(key, OF, await privateKey(deps))
    await deps.db
      .insertInto('server_key')
      .values({ id: OF.owner, pem })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const shared = await readShared(deps)
  if (shared === null || shared === (own ?? (await readKey(keyFileOf(deps))))) return
  if (own !== null)
    throw new AppError(
      'conflict',
      `${keyFileOf(deps)} 与其他服务器进程共用的密钥不同。请移走这个文件再启动，这里就会使用共用的密钥`,
    )
  await replaceKey(deps, shared)
}

async function readShared(deps: KeyDeps): Promise<string | null> {
  const row = await deps.db.selectFrom('server_key').select('pem').where('id', '=', OF.owner).executeTakeFirst()
  if (!row) return null
  const opened = givenKeys(deps).map((key) => key && openWith(key, OF, row.pem))
  const pem = opened.find((each) => each !== null)
  if (pem === undefined)
    throw new AppError('conflict', '数据库里共用的密钥打不开，请检查 SITECRAFT_SECRET_KEY 是否与其他服务器进程相同')
  return pem ?? null
}
