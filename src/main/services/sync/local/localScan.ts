import { lstat } from 'node:fs/promises'
import type { Problem } from '../core/plan.ts'
import { folderStampOf } from './folderJobs.ts'
import { isMissing } from './hash.ts'

/** The result of a folder scan, besides the changes to the local tree. */
export interface LocalScan {
  rootMissing: boolean
  /** Something could not be read: nothing may be deleted because of this scan (S19). */
  incomplete: boolean
  /** Number of paths that were checked in the file system. */
  looked: number
  /** Whether something differs from the previous scan. */
  moved: boolean
  /** ms until the unsettled files may be complete, so that files saved together are synced together; null for none. */
  settlesIn: number | null
}

/** S35: another program uses the file; it is scanned again automatically. Windows also reports EPERM. */
const IN_USE = ['EBUSY', 'EPERM', 'ETXTBSY']
export const toUnreadableProblem = (code: string): Problem =>
  IN_USE.includes(code)
    ? { state: 'waiting', reason: '文件被其他程序占用，稍后自动重试；请关闭占用它的程序' }
    : { state: 'failed', reason: `无法读取（${code || '读取出错'}），请检查权限` }
export const LINK_PROBLEM: Problem = { state: 'unsupported', reason: '符号链接不同步，请换成普通文件或文件夹' }
export const SPECIAL_FILE_PROBLEM: Problem = { state: 'unsupported', reason: '不是普通文件，无法同步' }
export const TWO_FORMS_PROBLEM: Problem = {
  state: 'unsupported',
  reason: '文件夹中有两个显示相同的名称（Unicode 形式不同），请重命名其中一个',
}

/** Identity of the folder that exists under this path now; null: none. */
export async function identityOf(root: string): Promise<string | null> {
  try {
    const stat = await lstat(root, { bigint: true })
    return stat.isDirectory() ? folderStampOf(stat) : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
