import { createPrivateKey, hkdfSync, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ServerDeps } from '#server/deps.ts'
import { syncFolder } from '#server/storage/local/durable.ts'
import { keyFileOf, privateKey, readKey } from './keyFile.ts'

export type KeyDeps = Pick<ServerDeps, 'db' | 'dataDir' | 'rsaKeyFile' | 'secretKey' | 'secretKeyBefore'>

/** A key that seals texts. */
export interface SealingKey {
  /** Prefix of sealed texts; reveals nothing of the key. */
  id: string
  /** Derives a separate key for each use (HKDF-SHA256). */
  derive(use: string): Buffer
}

const KEY_BYTES = 32
/** File of `rotate-key` in the data folder: keys in hex, one per line, the current one first. */
const KEY_FILE = 'secret-key'

/**
 * All keys that may have sealed texts, the current one first: SITECRAFT_SECRET_KEY, the keys of `rotate-key`, the
 * server's private key.
 */
export async function readSealingKeys(deps: KeyDeps): Promise<readonly [SealingKey, ...SealingKey[]]> {
  const rsa = await readRsaSealingKey(deps)
  const made = (await readKeyFile(deps.dataDir)).map((hex) => createSealingKey(Buffer.from(hex, 'hex')))
  const given = environmentKeys(deps)
  const [first = rsa, ...others] = [given[0], ...made, given[1], rsa].filter((key) => !!key)
  return [first, ...others]
}

/** The keys of SITECRAFT_SECRET_KEY and SITECRAFT_SECRET_KEY_BEFORE. */
export const environmentKeys = ({ secretKey, secretKeyBefore }: Pick<KeyDeps, 'secretKey' | 'secretKeyBefore'>) =>
  [secretKey, secretKeyBefore].map((text) => (text ? createSealingKey(Buffer.from(text)) : null))

/**
 * The key derived from the private key, which key rotation does not change. Also for values that can't be sealed again,
 * such as hashes.
 */
export async function readRsaSealingKey(deps: KeyDeps): Promise<SealingKey> {
  // The file exists when a server listens. `privateKey` could wait for a connection that the caller's transaction uses.
  const pem = (await readKey(keyFileOf(deps))) ?? (await privateKey(deps))
  return createSealingKey(createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' }))
}

/** Adds a new current key; earlier keys stay, so that their texts can be opened. */
export async function addKey(dataDir: string): Promise<void> {
  await writeKeyFile(dataDir, [randomBytes(KEY_BYTES).toString('hex'), ...(await readKeyFile(dataDir))])
}

/** Removes all keys except the newest. */
export async function dropOldKeys(dataDir: string): Promise<void> {
  await writeKeyFile(dataDir, (await readKeyFile(dataDir)).slice(0, 1))
}

function createSealingKey(material: Buffer): SealingKey {
  const derive = (use: string, bytes = KEY_BYTES) => Buffer.from(hkdfSync('sha256', material, '', use, bytes))
  return { id: derive('sitecraft key id', 4).toString('hex'), derive: (use) => derive(`sitecraft ${use}`) }
}

async function readKeyFile(dataDir: string): Promise<string[]> {
  const text = await readFile(path.join(dataDir, KEY_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').filter(Boolean)
}

async function writeKeyFile(dataDir: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const file = path.join(dataDir, KEY_FILE)
  const next = `${file}.new`
  await writeFile(next, `${keys.join('\n')}\n`, { mode: 0o600, flush: true })
  await rename(next, file)
  // The key must be on disk before the database contains texts that only this key opens.
  await syncFolder(dataDir)
}
