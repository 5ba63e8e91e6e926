import { isGitBusy } from '../local/git.ts'

/** A checkout in the middle is no state that anybody meant: the engine waits for its end. */
export interface GitWait {
  isBusy(): Promise<boolean>
  /** Chinese, for the workspace. */
  readonly reason: string
}

/** Waits `longest` ms at most: a killed git leaves its lock behind for good. `onGivenUp` is called once per lock. */
export function createGitWait(root: string, longest: number, now: () => number, onGivenUp: () => void): GitWait {
  let since: number | null = null
  let givenUp = false
  return {
    reason: 'git 正在改动这个文件夹，完成后继续同步',
    async isBusy() {
      if (!(await isGitBusy(root))) {
        since = null
        givenUp = false
        return false
      }
      since ??= now()
      if (now() - since < longest) return true
      if (!givenUp) onGivenUp()
      givenUp = true
      return false
    },
  }
}
