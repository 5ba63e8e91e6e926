import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, lstat, readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { targetError } from './errors.ts'
import { OWN_FOLDER } from './manifest.ts'
import { notLinkError, type ReleaseSupport } from './target.ts'

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** How a folder of this machine switches releases. @param makeFolder makes a folder below the root, with those above it */
export const createFolderReleases = (root: string, makeFolder: (folder: string) => Promise<void>): ReleaseSupport => ({
  async readLink(path) {
    try {
      return (await readlink(join(root, path))).replaceAll('\\', '/')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      if (codeOf(error) === 'EINVAL' || codeOf(error) === 'UNKNOWN') throw notLinkError(path)
      throw targetError(error, path)
    }
  },
  async switchLink(path, to) {
    const temp = join(root, OWN_FOLDER, `${randomBytes(8).toString('hex')}.part`)
    try {
      await makeFolder(OWN_FOLDER)
      const found = await lstat(join(root, path)).catch(() => null)
      if (found && !found.isSymbolicLink()) throw notLinkError(path)
      await symlink(to, temp, 'dir')
      await rename(temp, join(root, path))
    } catch (error) {
      await rm(temp, { force: true }).catch(() => undefined)
      throw targetError(error, path)
    }
  },
  async copyFile(from, to) {
    const [source, copy] = [join(root, from), join(root, to)]
    try {
      await makeFolder(dirname(to))
      // A link in the place of the file would lead elsewhere.
      if (!(await lstat(source)).isFile()) return false
      await rm(copy, { recursive: true, force: true })
      await linkOrCopy(source, copy)
      return true
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false
      throw targetError(error, to)
    }
  },
  async listFolders(folder) {
    try {
      const entries = await readdir(join(root, folder), { withFileTypes: true })
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return []
      throw targetError(error, folder)
    }
  },
  async removeTree(folder) {
    await rm(join(root, folder), { recursive: true, force: true }).catch((error: unknown) => {
      throw targetError(error, folder)
    })
  },
})

/** Some file systems have no hard links, or no more of them for a file. */
async function linkOrCopy(source: string, copy: string): Promise<void> {
  try {
    await link(source, copy)
  } catch (error) {
    if (['ENOENT', 'ENOSPC', 'EACCES', 'EROFS'].includes(codeOf(error))) throw error
    await copyFile(source, copy, constants.COPYFILE_FICLONE)
  }
}
