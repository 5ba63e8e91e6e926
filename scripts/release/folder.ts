import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SIGNATURE_SUFFIX, signatureOf } from '#services/updates/feed.ts'

/** Most that one package may weigh, bytes (120 MB). */
export const MOST_BYTES = 120 * 1024 * 1024
const PACKAGE = /^sitecraft-.+\.(exe|msi|dmg|zip|deb|rpm|AppImage)$/

export interface Package {
  name: string
  bytes: number
  sha256: string
}

/** The packages of a folder, by name. */
export async function packagesIn(folder: string): Promise<Package[]> {
  const names = (await readdir(folder)).filter((name) => PACKAGE.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk as Buffer)
      return { name, bytes: (await stat(join(folder, name))).size, sha256: hash.digest('hex') }
    }),
  )
}

/** Sums as sha256sum writes and checks them. */
export const sumsOf = (packages: readonly Package[]): string =>
  packages.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')

export interface Publication {
  /** Of the desks, 1 to 100. */
  percent: number
  /** What is new, in Chinese; '' for none. */
  notes: string
  key: KeyObject
}

/** What this project writes into a channel's file; the rest is electron-builder's. */
const OURS = /^(stagingPercentage|releaseNotes):.*\n(?:[ \t]+.*\n|\n)*/gm

/**
 * Completes the files of the channels (latest.yml, beta-mac.yml …) and signs them. Each lies there once more under the name of
 * its version (latest-1.1.0.yml): desks that run it fetch its package by that, when they need a way back. Answers their names.
 */
export async function signChannels(folder: string, { percent, notes, key }: Publication): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^(latest|beta)[a-z0-9-]*\.yml$/.test(name)).toSorted()
  for (const name of names) {
    const path = join(folder, name)
    const made = (await readFile(path, 'utf8')).replace(/\n*$/, '\n').replace(OURS, '')
    const text =
      made +
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
 * SITECRAFT_UPDATE_KEY: an Ed25519 private key as PEM.
 * @throws when it is another one
 */
export function readKey(pem: string): { key: KeyObject; publicKey: string } {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('SITECRAFT_UPDATE_KEY 必须是 Ed25519 私钥（PEM）')
  return { key, publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64') }
}
