import { mkdtemp, realpath, rm, stat, statfs } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, parse, relative, sep } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import { errnoOf } from '../local/hash.ts'
import { layoutOf } from '../local/layout.ts'
import { readFolderHolder, lockedMessage } from '../local/lock.ts'
import type { WorkspaceRecord } from '../records.ts'

const CLOUD =
  /onedrive|icloud|mobile documents|dropbox|google ?drive|nutstore|坚果云|百度网盘|baidunetdisk|wpsdrive|wps云盘/i

/** Throws the reason if a folder can't be a workspace; returns its real path. */
export async function checkFolder(path: string, dataDir: string, records: readonly WorkspaceRecord[]): Promise<string> {
  const root = await realFolder(path)
  if (root === parse(root).root || root === (await realpath(homedir()))) {
    throw new AppError('invalid', '无法同步整个磁盘或用户主文件夹，请选择或新建一个专用的文件夹')
  }
  const data = await realpath(dataDir)
  if (contains(root, data) || contains(data, root)) {
    throw new AppError('invalid', '该文件夹存放站匠自身的数据，请选择其他文件夹')
  }
  for (const other of records) refuseOverlap(root, other)
  const holder = await readFolderHolder(layoutOf(root))
  if (holder) throw new AppError('locked', lockedMessage(holder))
  await checkWritable(root)
  return root
}

/** Error: no-space, with the required space. */
export async function checkSpace(root: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(root)
  const free = bavail * bsize
  // 10 % more than the content, for temporary copies and the file system's own needs.
  if (free > bytes * 1.1) return
  const mb = (value: number): string => `${Math.ceil(value / 1024 / 1024)} MB`
  throw new AppError('no-space', `磁盘空间不足：需要 ${mb(bytes)}，只剩 ${mb(free)}，请清理后重试`)
}

/** S38: the folder is in a cloud drive, whose own sync interferes. */
export const inCloudDrive = (root: string): boolean => CLOUD.test(root)

async function realFolder(path: string): Promise<string> {
  try {
    const root = await realpath(path)
    if ((await stat(root)).isDirectory()) return root
  } catch (error) {
    if (errnoOf(error) === 'EACCES') throw new AppError('forbidden', `没有权限打开文件夹“${path}”，请选择其他文件夹`)
  }
  throw new AppError('not-found', `找不到文件夹“${path}”，请重新选择`)
}

function refuseOverlap(root: string, { localPath, templateName }: WorkspaceRecord): void {
  if (root === localPath) throw new AppError('conflict', `该文件夹已与模板“${templateName}”同步，请选择其他文件夹`)
  if (contains(localPath, root)) {
    throw new AppError('conflict', `该文件夹位于模板“${templateName}”的工作区内，请选择其他文件夹`)
  }
  if (contains(root, localPath)) {
    throw new AppError('conflict', `该文件夹包含模板“${templateName}”的工作区，请选择其他文件夹`)
  }
}

function contains(outer: string, inner: string): boolean {
  const way = relative(outer, inner)
  return way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && parse(way).root === '')
}

async function checkWritable(root: string): Promise<void> {
  try {
    await rm(await mkdtemp(join(root, '.sitecraft-')), { recursive: true })
  } catch (error) {
    throw new AppError('read-only', `文件夹“${root}”无法写入，请检查权限或选择其他文件夹`, { cause: error })
  }
}
