import { isGitBusy } from '../local/git.ts'

/** The files during a checkout are an intermediate state, so the engine waits until git has finished. */
export interface GitWait {
  isBusy(): Promise<boolean>
  /** Chinese text for the workspace. */
  readonly reason: string
}

/** Waits at most `timeoutMs`, because a killed git never removes its lock. `onTimeout` is called once per lock. */
export function createGitWait(root: string, timeoutMs: number, now: () => number, onTimeout: () => void): GitWait {
  let since: number | null = null
  let hasTimedOut = false
  return {
    reason: 'git 正在修改此文件夹，完成后继续同步',
    async isBusy() {
      if (!(await isGitBusy(root))) {
        since = null
        hasTimedOut = false
        return false
      }
      since ??= now()
      if (now() - since < timeoutMs) return true
      if (!hasTimedOut) onTimeout()
      hasTimedOut = true
      return false
    },
  }
}
