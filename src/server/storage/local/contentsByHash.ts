import { chmod, link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import { fsCode, naming } from '../fsErrors.ts'
import { discardTemp, namesIn } from '../leftovers.ts'
import type { ContentsByHash } from '../templateStore.ts'
import { copyIfSame } from './durable.ts'

/**
 * Contents of template files by their hash, each once, in a folder of the store.
 * @param tmp on the same volume
 * @param root of the templates
 */
export function openContentsByHash(dir: string, tmp: string, root: string): ContentsByHash {
  const fileOf = (sha256: string): string => join(dir, sha256.slice(0, 2), sha256)
  const has = async (sha256: string): Promise<boolean> => {
    try {
      // Young again, by the time of its last change of state: what nobody refers to is removed after a day, and a reference to
      // it is about to be written. Its other name may be a template's file, whose time of modification must stay.
      await chmod(fileOf(sha256), (await stat(fileOf(sha256))).mode)
      return true
    } catch (error) {
      if (fsCode(error) === 'ENOENT') return false
      throw error
    }
  }
  const keep: ContentsByHash['keep'] = (source, sha256) =>
    naming('模板文件', async () => {
      if (await has(sha256)) return true
      const temp = await copyIfSame(tmp, source, sha256)
      if (temp === null) return false
      try {
        await mkdir(dirname(fileOf(sha256)), { recursive: true })
        await rename(temp, fileOf(sha256))
        return true
      } finally {
        await discardTemp(temp)
      }
    })
  /** A second name, or where there can't be one a copy; one that is there already is left. */
  const linked = async (source: string, sha256: string): Promise<void> => {
    const kept = fileOf(sha256)
    const named = (): Promise<void> => link(source, kept)
    try {
      await named().catch(async (error: unknown) => {
        if (fsCode(error) !== 'ENOENT') throw error
        await mkdir(dirname(kept), { recursive: true })
        await named()
      })
    } catch (error) {
      const code = fsCode(error)
      if (code === 'ENOENT') throw error
      return void (await (code === 'EEXIST' ? has(sha256) : keep(source, sha256)))
    }
    // A new name is a change of state everywhere but, maybe, on Windows.
    if (process.platform === 'win32') await has(sha256)
  }
  return {
    has,
    keep,
    keepGoing: ({ path }, sha256) => naming('模板文件', () => linked(join(root, ...path), sha256)),
    file: async (sha256) => {
      const file = fileOf(sha256)
      const found = await stat(file).catch(() => null)
      if (!found) throw new AppError('not-found', '这个文件当时的内容已经不在服务器上，不能查看或放回')
      return file
    },
    async *untouchedSince(time) {
      for (const part of await namesIn(dir)) {
        for (const name of await namesIn(join(dir, part))) {
          const found = await stat(join(dir, part, name)).catch(() => null)
          if (found && found.ctimeMs < time.getTime()) yield name
        }
      }
    },
    remove: (sha256) => rm(fileOf(sha256), { force: true }),
  }
}
