import { type Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { GrantedPath } from '../grants.ts'

/** More files than anybody means to drop at once. */
const MOST_FILES = 100_000
/** What systems leave in folders by themselves. */
const CLUTTER = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/i

export interface Refusal {
  name: string
  message: string
}

/**
 * The files of a granted file or folder, the latter's with their folders in `relativePath`, beginning with its own name.
 * Links inside of it are not followed: they could lead anywhere.
 */
export async function filesOf(granted: GrantedPath): Promise<{ files: GrantedPath[]; refused: Refusal[] }> {
  const found = granted.spooled ? null : await lstat(granted.path).catch(() => null)
  if (!found?.isDirectory()) return { files: [granted], refused: [] }
  const files: GrantedPath[] = []
  const refused: Refusal[] = []
  const walk = async (folder: string, relative: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => null)
    if (!entries) {
      refused.push({ name: relative, message: `不能读取文件夹“${relative}”，请检查权限后重试` })
      return
    }
    for (const entry of entries.toSorted(byName)) {
      const inside = `${relative}/${entry.name}`
      if (entry.isDirectory()) await walk(join(folder, entry.name), inside)
      else if (entry.isFile()) {
        if (CLUTTER.test(entry.name)) continue
        if (files.length < MOST_FILES) files.push(fileIn(folder, entry, inside))
        else if (files.length === MOST_FILES) {
          refused.push({
            name: granted.name,
            message: `文件夹“${granted.name}”中的文件超过 ${MOST_FILES} 个，请分批上传`,
          })
          return
        }
      } else {
        const what = entry.isSymbolicLink() ? '符号链接' : '特殊文件'
        refused.push({ name: inside, message: `“${inside}”是${what}，没有上传；请改为上传它指向的文件` })
      }
    }
  }
  await walk(granted.path, granted.name)
  return { files, refused }
}

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1)
const fileIn = (folder: string, { name }: Dirent, relativePath: string): GrantedPath => ({
  path: join(folder, name),
  name,
  relativePath,
  spooled: false,
})
