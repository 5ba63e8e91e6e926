import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { RESERVED_FOLDER } from '../core/names.ts'
import { gitRootOf } from '../local/git.ts'
import { inCloudDrive } from './folderChecks.ts'

const run = promisify(execFile)

/**
 * What a person should know before connecting a folder; nothing of it forbids the connection.
 * @param isOwn it was in step with this template before, so that its files are no surprise
 */
export async function folderWarnings(root: string, isOwn: boolean): Promise<string[]> {
  const warnings: string[] = []
  const names = (await readdir(root)).filter((name) => name !== RESERVED_FOLDER)
  if (names.length > 0 && !isOwn) warnings.push('文件夹不是空的：请核对这个计划，本地独有的文件会上传到服务器')
  if (inCloudDrive(root)) warnings.push('文件夹在云盘里：云盘自己的同步可能与模板同步互相影响，建议换到普通文件夹')
  if (await isDirtyGit(root)) warnings.push('文件夹里有未提交的 git 改动：建议先提交，再开始同步')
  return warnings
}

/** S42. Without git on this machine, or in doubt, nothing is said. */
async function isDirtyGit(root: string): Promise<boolean> {
  if ((await gitRootOf(root)) === null) return false
  try {
    const { stdout } = await run('git', ['status', '--porcelain', '--', '.'], { cwd: root, timeout: 5000 })
    return stdout.trim() !== ''
  } catch {
    return false
  }
}
