import type { PlanItem, WorkspaceFile } from '#shared/contract/workspace.ts'

type Color = 'brand' | 'success' | 'warning' | 'danger' | 'informative'

/** What a plan does with one path. */
export const PLAN_ACTION: Record<PlanItem['action'], { title: string; color: Color }> = {
  download: { title: '下载', color: 'brand' },
  upload: { title: '上传', color: 'brand' },
  'delete-local': { title: '删除本地', color: 'danger' },
  'delete-remote': { title: '删除服务器', color: 'danger' },
  'make-local-folder': { title: '新建本地文件夹', color: 'informative' },
  'make-remote-folder': { title: '新建服务器文件夹', color: 'informative' },
  conflict: { title: '冲突', color: 'warning' },
  adopt: { title: '两边相同', color: 'success' },
  skip: { title: '跳过', color: 'informative' },
}

/** How the state of one file is called. */
export const FILE_STATE: Record<WorkspaceFile['state'], string> = {
  synced: '已同步',
  'local-changed': '本地已修改',
  'remote-changed': '服务器已修改',
  uploading: '正在上传',
  downloading: '正在下载',
  waiting: '等待同步',
  conflict: '冲突',
  failed: '失败',
  ignored: '已忽略',
  unsupported: '不支持',
}
