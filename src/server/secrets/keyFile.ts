import { generateKeyPair } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ServerDeps } from '#server/deps.ts'
import { readSetting } from '#server/db/settings.ts'
import { syncFolder } from '#server/storage/local/durable.ts'

export const MODULUS_BITS = 2048
/** Setting of the key in databases of earlier versions. */
const OLD_SETTING = 'rsa.privateKey'
const COMPLETE = /-----END [A-Z ]*PRIVATE KEY-----\s*$/

type KeyDeps = Pick<ServerDeps, 'db' | 'dataDir' | 'rsaKeyFile'>

export const keyFileOf = ({ dataDir, rsaKeyFile }: Pick<KeyDeps, 'dataDir' | 'rsaKeyFile'>): string =>
  rsaKeyFile ?? path.join(dataDir, 'rsa-key.pem')

const keysByFile = new Map<string, Promise<string>>()

/**
 * The server's private key, PEM, in a separate file, so that a copy of the database does not contain it. Created at the
 * first use, or moved out of the database of an earlier version; processes that share the file share the key. Not to be
 * called in a transaction.
 */
export function privateKey(deps: KeyDeps): Promise<string> {
  const file = keyFileOf(deps)
  let key = keysByFile.get(file)
  if (!key) {
    key = ensureKey(file, deps.db)
    keysByFile.set(file, key)
    key.catch(() => keysByFile.delete(file))
  }
  return key
}

async function ensureKey(file: string, db: KeyDeps['db']): Promise<string> {
  const there = await readKey(file)
  // The key is generated in parallel with the query, because at a first start the database is busy.
  const [old, made] = await Promise.all([readSetting(db, OLD_SETTING), there ?? generateKey()])
  const pem = there ?? (await createKeyFile(file, old ?? made))
  // Without an old key nothing is deleted, because a read-only server calls this, too.
  if (old !== null) await db.deleteFrom('setting').where('name', '=', OLD_SETTING).execute()
  return pem
}

const generateKey = async (): Promise<string> => {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Writes a new key file; if another process has written one meanwhile, its key is returned. */
async function createKeyFile(file: string, pem: string): Promise<string> {
  try {
    await writeFile(file, pem, { flag: 'wx', mode: 0o600, flush: true })
    await syncFolder(path.dirname(file))
    return pem
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await readKey(file)) ?? pem
  }
}

/** Replaces the key file, for a process whose new key was not used yet. */
export async function replaceKey(deps: KeyDeps, pem: string): Promise<void> {
  const file = keyFileOf(deps)
  await writeFile(`${file}.new`, pem, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  await syncFolder(path.dirname(file))
  keysByFile.delete(file)
}

/** Reads the key file; null: missing. Waits for a file that another process is writing. */
export async function readKey(file: string): Promise<string | null> {
  for (let tries = 0; tries < 100; tries++) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (text === null || COMPLETE.test(text)) return text
    await delay(50)
  }
  throw new Error(`${file} 中没有完整的 RSA 私钥（PEM），请恢复该文件，或删除该文件以生成新的密钥`)
}
