import { lstat } from 'node:fs/promises'
import type { Problem } from '../core/plan.ts'
import { folderStampOf } from './folderJobs.ts'
import { isMissing } from './hash.ts'

/** What a look at the folder showed, beside what it changed in the local tree. */
export interface LocalScan {
  rootMissing: boolean
  /** Something could not be read: nothing may be deleted on this evidence (S19). */
  incomplete: boolean
  /** How many paths the file system was asked about. */
  looked: number
  /** Something else stands there than before. */
  moved: boolean
  /** ms until the unsettled files may all have been written: what was saved together goes together. null without any. */
  settlesIn: number | null
}

/** S35: another program holds the file; it is looked at again by itself. Windows says EPERM, too. */
const IN_USE = ['EBUSY', 'EPERM', 'ETXTBSY']
export const unreadableOf = (code: string): Problem =>
  IN_USE.includes(code)
    ? { state: 'waiting', reason: '文件被其他程序占用，稍后自动重试；请关闭占用它的程序' }
    : { state: 'failed', reason: `无法读取（${code || '读取出错'}），请检查权限` }
export const LINK: Problem = { state: 'unsupported', reason: '符号链接不同步，请换成真正的文件或文件夹' }
export const SPECIAL: Problem = { state: 'unsupported', reason: '不是普通文件，不能同步' }
export const TWO_FORMS: Problem = {
  state: 'unsupported',
  reason: '文件夹里有两个看起来相同的名称（编码形式不同），请改名',
}

/** Which folder stands under this path now; null: none. */
export async function identityOf(root: string): Promise<string | null> {
  try {
    const stat = await lstat(root, { bigint: true })
    return stat.isDirectory() ? folderStampOf(stat) : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
