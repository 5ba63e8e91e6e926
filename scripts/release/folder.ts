import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SIGNATURE_SUFFIX, signatureOf } from '#services/updates/feed.ts'

/** Maximum size of a package in bytes (120 MB). */
export const MAX_PACKAGE_BYTES = 120 * 1024 * 1024
const PACKAGE = /^sitecraft-.+\.(exe|msi|dmg|zip|deb|rpm|AppImage)$/

export interface Package {
  name: string
  bytes: number
  sha256: string
}

/** The packages of a folder, by name. */
export async function readPackages(folder: string): Promise<Package[]> {
  const names = (await readdir(folder)).filter((name) => PACKAGE.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk as Buffer)
      return { name, bytes: (await stat(join(folder, name))).size, sha256: hash.digest('hex') }
    }),
  )
}

/** Checksums in the format of sha256sum. */
export const formatChecksums = (packages: readonly Package[]): string =>
  packages.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')

export interface Publication {
  /** Percentage of installations that get the update, 1 to 100. */
  percent: number
  /** Release notes in Chinese; '' for none. */
  notes: string
  key: KeyObject
}

/** Fields that this project adds to a channel file; electron-builder writes the others. */
const OWN_FIELDS = /^(stagingPercentage|releaseNotes):.*\n(?:[ \t]+.*\n|\n)*/gm

/**
 * Completes and signs the channel files (latest.yml, beta-mac.yml …). A copy is named after the version
 * (latest-1.1.0.yml): installations of that version use it to download their own package for a rollback. Returns the
 * names of the channel files.
 */
export async function signChannels(folder: string, { percent, notes, key }: Publication): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^(latest|beta)[a-z0-9-]*\.yml$/.test(name)).toSorted()
  for (const name of names) {
    const path = join(folder, name)
    const original = (await readFile(path, 'utf8')).replace(/\n*$/, '\n').replace(OWN_FIELDS, '')
    const text =
      original +
      (notes ? `releaseNotes: |\n${notes.trimEnd().replace(/^/gm, '  ')}\n` : '') +
      (percent < 100 ? `stagingPercentage: ${percent}\n` : '')
    const [, version] = /^version: ['"]?([^\s'"]+)/m.exec(text) ?? []
    if (version === undefined) throw new Error(`${name} 没有版本号`)
    for (const target of [path, path.replace(/\.yml$/, `-${version}.yml`)]) {
      await writeFile(target, text)
      await writeFile(`${target}${SIGNATURE_SUFFIX}`, `${signatureOf(text, key)}\n`)
    }
  }
  return names
}

/**
 * Reads SITECRAFT_UPDATE_KEY, an Ed25519 private key as PEM.
 * @throws for any other key
 */
export function readKey(pem: string): { key: KeyObject; publicKey: string } {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('SITECRAFT_UPDATE_KEY 必须是 Ed25519 私钥（PEM）')
  return { key, publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64') }
}
