import { isGitBusy } from '../local/git.ts'

/** The files during a checkout are an intermediate state, so the engine waits until git has finished. */
export interface GitWait {
  isBusy(): Promise<boolean>
  /** Chinese text for the workspace. */
  readonly reason: string
}

/** Waits at most `longest` ms, because a killed git never removes its lock. `onGivenUp` is called once per lock. */
export function createGitWait(root: string, longest: number, now: () => number, onGivenUp: () => void): GitWait {
  let since: number | null = null
  let givenUp = false
  return {
    reason: 'git 正在修改此文件夹，完成后继续同步',
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
