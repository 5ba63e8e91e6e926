import type { Workspace } from '#shared/contract/workspace.ts'

interface Totals {
  /** All of it in a line. */
  words: string
  busy: boolean
  /** Conflicts, failures and safety stops: what needs a person. */
  attention: number
}

/** What all workspaces of this computer wait for together. */
export function totalsOf(workspaces: readonly Workspace[]): Totals {
  const sum = (of: (workspace: Workspace) => number): number => workspaces.reduce((all, each) => all + of(each), 0)
  const count = (state: Workspace['state']): number => workspaces.filter((each) => each.state === state).length
  const [conflicts, failed, waiting] = [
    sum((each) => each.conflicts),
    sum((each) => each.failed),
    sum((each) => each.waiting),
  ]
  const busy = workspaces.some(({ state }) => state === 'syncing' || state === 'starting')
  const parts: [number, (n: number) => string][] = [
    [count('halted'), (n) => `${n} 个工作区等您确认`],
    [conflicts, (n) => `${n} 个冲突`],
    [failed, (n) => `${n} 个文件失败`],
    [count('syncing'), (n) => `${n} 个工作区正在同步`],
    [waiting, (n) => `${n} 个文件等待同步`],
    [count('offline'), (n) => `${n} 个工作区离线`],
    [count('signed-out'), (n) => `${n} 个工作区未登录`],
    [count('paused'), (n) => `${n} 个工作区已暂停`],
    [count('locked') + count('failed'), (n) => `${n} 个工作区没有成功`],
  ]
  const said = parts.filter(([n]) => n > 0).map(([n, say]) => say(n))
  return {
    words: said.length > 0 ? said.join('，') : `${workspaces.length} 个工作区都已同步`,
    busy,
    attention: conflicts + failed + count('halted'),
  }
}
