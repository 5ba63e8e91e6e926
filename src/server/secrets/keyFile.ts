import { generateKeyPair } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ServerDeps } from '#server/deps.ts'
import { readSetting } from '#server/db/settings.ts'
import { syncFolder } from '#server/storage/local/durable.ts'

export const MODULUS_BITS = 2048
/** Where databases of before keep it. */
const OLD_SETTING = 'rsa.privateKey'
const COMPLETE = /-----END [A-Z ]*PRIVATE KEY-----\s*$/

type KeyDeps = Pick<ServerDeps, 'db' | 'dataDir' | 'rsaKeyFile'>

export const keyFileOf = ({ dataDir, rsaKeyFile }: Pick<KeyDeps, 'dataDir' | 'rsaKeyFile'>): string =>
  rsaKeyFile ?? path.join(dataDir, 'rsa-key.pem')

const known = new Map<string, Promise<string>>()

/**
 * The server's private key, PEM: in a file of its own, so that a copy of the database does not carry it. Made at the
 * first use, or taken out of a database of before; all processes that share the file have the same. Not to be called in
 * a transaction.
 */
export function privateKey(deps: KeyDeps): Promise<string> {
  const file = keyFileOf(deps)
  let key = known.get(file)
  if (!key) {
    key = settle(file, deps.db)
    known.set(file, key)
    key.catch(() => known.delete(file))
  }
  return key
}

async function settle(file: string, db: KeyDeps['db']): Promise<string> {
  const there = await readKey(file)
  // Made beside the question: at a first start the database is busy until it is filled.
  const [old, made] = await Promise.all([readSetting(db, OLD_SETTING), there ?? makeKey()])
  const pem = there ?? (await create(file, old ?? made))
  // Who only reads may ask for the key, too.
  if (old !== null) await db.deleteFrom('setting').where('name', '=', OLD_SETTING).execute()
  return pem
}

const makeKey = async (): Promise<string> => {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Of several processes that try at once, the first one's holds. */
async function create(file: string, pem: string): Promise<string> {
  try {
    await writeFile(file, pem, { flag: 'wx', mode: 0o600, flush: true })
    await syncFolder(path.dirname(file))
    return pem
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await readKey(file)) ?? pem
  }
}

/** Puts another key in its place, for a process that has just made one which nobody has used. */
export async function replaceKey(deps: KeyDeps, pem: string): Promise<void> {
  const file = keyFileOf(deps)
  await writeFile(`${file}.new`, pem, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  await syncFolder(path.dirname(file))
  known.delete(file)
}

/** null when there is none. One that another process is just writing is waited for. */
export async function readKey(file: string): Promise<string | null> {
  for (let tries = 0; tries < 100; tries++) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (text === null || COMPLETE.test(text)) return text
    await delay(50)
  }
  throw new Error(`${file} 里没有完整的 RSA 私钥（PEM），请恢复这个文件，或删除它以生成新的密钥`)
}
