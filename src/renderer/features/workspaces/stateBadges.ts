import type { Workspace } from '#shared/contract/workspace.ts'

type Color = 'brand' | 'success' | 'warning' | 'danger' | 'informative'

interface Badge {
  title: string
  color: Color
}

/** Titles and colours of the states of a workspace. */
const WORKSPACE_STATE: Record<Workspace['state'], Badge> = {
  starting: { title: '正在启动', color: 'informative' },
  idle: { title: '已同步', color: 'success' },
  syncing: { title: '正在同步', color: 'brand' },
  offline: { title: '离线', color: 'warning' },
  'signed-out': { title: '未登录', color: 'warning' },
  paused: { title: '已暂停', color: 'informative' },
  halted: { title: '等待确认', color: 'danger' },
  locked: { title: '被其他程序占用', color: 'warning' },
  failed: { title: '同步失败', color: 'danger' },
}

/** Badges for conflicts and failures. */
function attentionOf({ conflicts, failed }: Workspace): Badge[] {
  const found: Badge[] = []
  if (conflicts > 0) found.push({ title: `有 ${conflicts} 个冲突需要处理`, color: 'warning' })
  if (failed > 0) found.push({ title: `有 ${failed} 个文件同步失败`, color: 'danger' })
  return found
}

/** A workspace's state as badges. 已同步 appears alone: only when no file waits, has failed or needs a decision. */
export function badgesOf(workspace: Workspace): Badge[] {
  const { state, waiting } = workspace
  const attention = attentionOf(workspace)
  if (state !== 'idle') return [WORKSPACE_STATE[state], ...attention]
  if (waiting > 0) return [{ title: `${waiting} 个文件等待同步`, color: 'informative' }, ...attention]
  return attention.length > 0 ? attention : [WORKSPACE_STATE.idle]
}
