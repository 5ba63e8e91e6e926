import { CancellationToken, type UpdateInfo } from 'builder-util-runtime'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { SIGNATURE_SUFFIX } from '#services/updates/feed.ts'
import type { OutgoingExecutor } from './updateHttp.ts'

/** A channel's file with a valid signature. */
export interface ChannelFile {
  /** Its file name in the folder of a single version. */
  keptAs: string
  text: string
  signature: string
  info: UpdateInfo
}

interface Packages {
  /** Contains one folder per version. */
  folder: string
  executor: OutgoingExecutor
  /** Base URL of the feed. */
  base: string
}

/** Keeps a copy of the downloaded package, because the installation deletes the original. @param file its path */
export async function storeDownloaded({ folder }: Packages, channel: ChannelFile, file: string): Promise<void> {
  await storePackage(folder, channel, (target) =>
    copyFile(file, join(target, findPackageName(channel.info, file)), constants.COPYFILE_FICLONE),
  )
}

/**
 * Keeps the package of the running version, which is reinstalled if the next version fails to start.
 * @param next the downloaded version, whose kind of package is used
 * @param find reads the running version's channel file from the feed
 * @returns false when the feed has no package of that kind; throws the feed's errors
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
  await storePackage(folder, own, async (target) => {
    const { url, sha512 } = wanted
    const options = { sha512, skipDirCreation: true, cancellationToken: new CancellationToken() }
    await executor.download(new URL(url, base), join(target, basename(url)), options)
  })
  return true
}

/** Deletes the packages of all other versions. */
export async function removeOtherVersions(folder: string, versions: readonly string[]): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory() && !versions.includes(entry.name))
      await rm(join(folder, entry.name), { recursive: true, force: true })
}

/** Fills a version's folder atomically: a folder with the final name is always complete. */
async function storePackage(
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
    // Frees the space, because the disk may be full.
    await rm(target, { recursive: true, force: true })
    throw error
  }
}

/** The downloaded package's name in the feed; on macOS electron-updater renames it. */
function findPackageName({ files }: UpdateInfo, file: string): string {
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
