import type { Workspace } from '#shared/contract/workspace.ts'

type Color = 'brand' | 'success' | 'warning' | 'danger' | 'informative'

/** How the state of a workspace is called and coloured. */
export const WORKSPACE_STATE: Record<Workspace['state'], { title: string; color: Color }> = {
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
