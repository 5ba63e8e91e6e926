import { CancellationToken, type UpdateInfo } from 'builder-util-runtime'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { SIGNATURE_SUFFIX } from '#services/updates/feed.ts'
import type { OutgoingExecutor } from './updateHttp.ts'

/** A channel's file whose signature is right. */
export interface ChannelFile {
  /** Its name in the folder of this one version. */
  keptAs: string
  text: string
  signature: string
  info: UpdateInfo
}

interface Packages {
  /** One folder for each version lies in it. */
  folder: string
  executor: OutgoingExecutor
  /** Base URL of the feed. */
  base: string
}

/** Keeps the package that was fetched: installing it takes the fetched one away. @param file where it lies */
export async function storeFetched({ folder }: Packages, channel: ChannelFile, file: string): Promise<void> {
  await keep(folder, channel, (target) =>
    copyFile(file, join(target, packageOf(channel.info, file)), constants.COPYFILE_FICLONE),
  )
}

/**
 * Keeps the package of the version that runs, which is what the next one gives way to if it does not start.
 * @param next what was fetched: of the same kind of package
 * @param find its channel file in the feed
 * @returns false when the feed has none of that kind; throws what the feed answers when it has it no more
 */
export async function storeInstalled(
  { folder, executor, base }: Packages,
  version: string,
  next: ChannelFile,
  find: () => Promise<ChannelFile> | undefined,
): Promise<boolean> {
  if ((await readdir(join(folder, version)).catch(() => [])).length > 0) return true
  const own = await find()
  if (own?.info.version !== version) return false
  const nextKept = (await readdir(join(folder, next.info.version))).map((name) =>
    name.replaceAll(next.info.version, version),
  )
  const wanted = own.info.files.find(({ url }) => nextKept.includes(basename(url)))
  if (!wanted) return false
  await keep(folder, own, async (target) => {
    const { url, sha512 } = wanted
    const options = { sha512, skipDirCreation: true, cancellationToken: new CancellationToken() }
    await executor.download(new URL(url, base), join(target, basename(url)), options)
  })
  return true
}

/** Takes the packages of all other versions away. */
export async function removeOtherVersions(folder: string, versions: readonly string[]): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory() && !versions.includes(entry.name))
      await rm(join(folder, entry.name), { recursive: true, force: true })
}

/** Whole or not at all: a folder under its version's name has everything. */
async function keep(
  folder: string,
  { keptAs, text, signature, info }: ChannelFile,
  fill: (target: string) => Promise<unknown>,
): Promise<void> {
  const whole = join(folder, info.version)
  const target = `${whole}.part`
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true, mode: 0o700 })
  try {
    await fill(target)
    await writeFile(join(target, keptAs), text)
    await writeFile(join(target, `${keptAs}${SIGNATURE_SUFFIX}`), signature)
    await rm(whole, { recursive: true, force: true })
    await rename(target, whole)
  } catch (error) {
    // A full disk is not filled further.
    await rm(target, { recursive: true, force: true })
    throw error
  }
}

/** Name in the feed of a fetched package; electron-updater gives a Mac's another one. */
function packageOf({ files }: UpdateInfo, file: string): string {
  const names = files.map(({ url }) => basename(url))
  const same = names.filter((name) => extname(name) === extname(file))
  const isArm = (name: string): boolean => name.includes('arm64')
  return (
    names.find((name) => name === basename(file)) ??
    same.find((name) => isArm(name) === (process.arch === 'arm64')) ??
    same[0] ??
    basename(file)
  )
}
