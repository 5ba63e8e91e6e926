import { existsSync } from 'node:fs'
import { access, constants, mkdir, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, parse } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import type { Grants } from '../types.ts'

interface FolderNode {
  node: string
  name: string
  readable: boolean
}

export interface Folders {
  /** The subfolders of a node; without a node: home and the roots, as a list without a path. */
  list(node?: string): Promise<{ path: string; node: string | null; parent: string | null; folders: FolderNode[] }>
  create(node: string, name: string): Promise<FolderNode>
  /** Grants the chosen folder to the services; `label` is its path as the user knows it. */
  choose(node: string): Promise<{ grant: string; label: string }>
}

/**
 * The folder chooser of hosts without a native dialog: the page receives opaque ids of the folders that it is shown.
 */
export function createFolders(grants: Grants, home: string = homedir()): Folders {
  const ids = new Map<string, string>()
  const idOf = (path: string): string => {
    const id = ids.get(path) ?? grants.issue(path)
    ids.set(path, id)
    return id
  }
  const nodeOf = async (path: string, name: string): Promise<FolderNode> => ({
    node: idOf(path),
    name,
    readable: await isReadable(path),
  })
  const places = async (): Promise<FolderNode[]> => {
    const roots = process.platform === 'win32' ? windowsDrives() : ['/']
    return Promise.all([nodeOf(home, `主文件夹（${basename(home)}）`), ...roots.map((root) => nodeOf(root, root))])
  }
  return {
    async list(node) {
      if (node === undefined) return { path: '', node: null, parent: null, folders: await places() }
      const path = grants.resolve(node)
      const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
        throw folderError(error, path)
      })
      const names = entries.filter((e) => e.isDirectory() && !e.name.startsWith('.')).map((e) => e.name)
      names.sort((a, b) => a.localeCompare(b, 'zh-CN', { numeric: true }))
      const folders = await Promise.all(names.map((name) => nodeOf(join(path, name), name)))
      const parent = path === parse(path).root ? null : idOf(dirname(path))
      return { path, node: idOf(path), parent, folders }
    },
    async create(node, name) {
      if (/[\\/:*?"<>|\0]/.test(name) || /^\.{1,2}$|[. ]$/.test(name)) {
        throw new AppError('invalid', '文件夹名称不能包含 \\ / : * ? " < > |，也不能以点或空格结尾')
      }
      const path = join(grants.resolve(node), name)
      await mkdir(path).catch((error: unknown) => {
        throw folderError(error, path)
      })
      return { node: idOf(path), name, readable: true }
    },
    async choose(node) {
      const path = grants.resolve(node)
      await access(path, READABLE).catch((error: unknown) => {
        throw folderError(error, path)
      })
      return { grant: grants.issue(path), label: path }
    },
  }
}

const windowsDrives = (): string[] =>
  'CDEFGHIJKLMNOPQRSTUVWXYZAB'
    .split('')
    .map((d) => `${d}:\\`)
    .filter((root) => existsSync(root))

const READABLE = constants.R_OK | constants.X_OK

const isReadable = (path: string): Promise<boolean> =>
  access(path, READABLE).then(
    () => true,
    () => false,
  )

function folderError(error: unknown, path: string): AppError {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EEXIST') return new AppError('conflict', '已有同名的文件夹，请换一个名称')
  if (code === 'ENOENT' || code === 'ENOTDIR') return new AppError('not-found', `文件夹“${path}”不存在，请重新选择`)
  if (code === 'EACCES' || code === 'EPERM') return new AppError('forbidden', `没有权限打开“${path}”，请选择其他文件夹`)
  if (code === 'EROFS') return new AppError('read-only', `“${path}”所在的磁盘为只读，请选择其他位置`)
  if (code === 'ENOSPC') return new AppError('no-space', '磁盘空间不足，请清理后重试')
  return new AppError('internal', `无法打开文件夹“${path}”，请选择其他文件夹`, { cause: error })
}
