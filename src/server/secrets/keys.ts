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
const FILE = 'secret-key'

/**
 * All keys that may have sealed texts, the current one first: SITECRAFT_SECRET_KEY, the keys of `rotate-key`, the
 * server's private key.
 */
export async function sealingKeys(deps: KeyDeps): Promise<readonly [SealingKey, ...SealingKey[]]> {
  const rsa = await rsaSealingKey(deps)
  const made = (await readMade(deps.dataDir)).map((hex) => sealingKey(Buffer.from(hex, 'hex')))
  const given = givenKeys(deps)
  const [first = rsa, ...others] = [given[0], ...made, given[1], rsa].filter((key) => !!key)
  return [first, ...others]
}

/** The keys of SITECRAFT_SECRET_KEY and SITECRAFT_SECRET_KEY_BEFORE. */
export const givenKeys = ({ secretKey, secretKeyBefore }: Pick<KeyDeps, 'secretKey' | 'secretKeyBefore'>) =>
  [secretKey, secretKeyBefore].map((text) => (text ? sealingKey(Buffer.from(text)) : null))

/**
 * The key derived from the private key, which key rotation does not change. Also for values that can't be sealed again,
 * such as hashes.
 */
export async function rsaSealingKey(deps: KeyDeps): Promise<SealingKey> {
  // The file exists when a server listens. `privateKey` could wait for a connection that the caller's transaction uses.
  const pem = (await readKey(keyFileOf(deps))) ?? (await privateKey(deps))
  return sealingKey(createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' }))
}

/** Adds a new current key; earlier keys stay, so that their texts can be opened. */
export async function addKey(dataDir: string): Promise<void> {
  await writeMade(dataDir, [randomBytes(KEY_BYTES).toString('hex'), ...(await readMade(dataDir))])
}

/** Removes all keys except the newest. */
export async function dropOldKeys(dataDir: string): Promise<void> {
  await writeMade(dataDir, (await readMade(dataDir)).slice(0, 1))
}

function sealingKey(material: Buffer): SealingKey {
  const derive = (use: string, bytes = KEY_BYTES) => Buffer.from(hkdfSync('sha256', material, '', use, bytes))
  return { id: derive('sitecraft key id', 4).toString('hex'), derive: (use) => derive(`sitecraft ${use}`) }
}

async function readMade(dataDir: string): Promise<string[]> {
  const text = await readFile(path.join(dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').filter(Boolean)
}

async function writeMade(dataDir: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const file = path.join(dataDir, FILE)
  const next = `${file}.new`
  await writeFile(next, `${keys.join('\n')}\n`, { mode: 0o600, flush: true })
  await rename(next, file)
  // The key must be on disk before the database contains texts that only this key opens.
  await syncFolder(dataDir)
}
