import type { Halt, PlanItem, Workspace, WorkspaceFile } from '#shared/contract/workspace.ts'

type Color = 'brand' | 'success' | 'warning' | 'danger' | 'informative'

/** Names of a plan's actions. */
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

/** Names of a file's states. */
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

const STATE_WORDS: Record<Workspace['state'], string> = {
  starting: '正在查看两边的文件。',
  idle: '两边一致，有修改会自动同步。',
  syncing: '正在传送修改。',
  offline: '连接不上服务器，本地的修改会排队，恢复后自动同步。',
  'signed-out': '这个连接没有登录，登录后继续同步。',
  paused: '已暂停，两边的修改都不会传送。',
  halted: '发现不寻常的变化，为了安全先停下来。',
  locked: '另一个站匠正在同步这个文件夹，关闭它之后会自动继续。',
  failed: '同步没有成功，会自动重试。',
}

/** What the state means: in the host's words if it sends any, else in ours. */
export function wordsOf({ state, message, waiting, conflicts, failed }: Workspace): string {
  if (message) return message
  if (state !== 'idle') return STATE_WORDS[state]
  if (conflicts > 0) return '两个版本都还在，请您决定保留哪一个；其他文件照常同步。'
  if (failed > 0) return '其他文件照常同步；没有成功的会自动重试，原因见文件列表。'
  if (waiting > 0) return '还有修改没有传完，会自动继续。'
  return STATE_WORDS.idle
}

/** The texts of a safety stop's answers. */
export interface HaltWords {
  /** Puts things back; null where sync can only be paused instead. */
  restore: string | null
  restoreText: string
  /** Takes the change for meant. */
  proceed: string
  proceedText: string
}

const backFromServer = {
  restore: '从服务器恢复',
  restoreText: '如果不是您有意删除的，可以从服务器恢复到本地。',
  proceed: '按本地删除服务器文件',
  proceedText: '服务器上对应的文件会被删除（先保存到回收站）。确定这些文件是有意删除的吗？',
}
const backToServer = {
  restore: '恢复到服务器',
  restoreText: '如果不是有意删除的，可以用本地文件恢复服务器。',
  proceed: '按服务器删除本地文件',
  proceedText: '本地对应的文件会被删除（先保存到回收站）。确定服务器上的删除是有意的吗？',
}

/** The texts of both answers, per kind of safety stop that can be answered; a missing folder can't. */
export const HALT: Record<Exclude<Halt['kind'], 'local-root-missing'>, HaltWords> = {
  'local-emptied': backFromServer,
  'mass-delete-local': backToServer,
  'remote-emptied': backToServer,
  'mass-delete-remote': backFromServer,
  'all-changed': {
    restore: '撤销这些修改',
    restoreText: '几乎所有文件都变了。如果不是有意的，可以恢复成另一边的版本。',
    proceed: '同步这些修改',
    proceedText: '这些修改会传到另一边，被覆盖的版本先保存到回收站。确定是有意修改的吗？',
  },
  'git-checkout': {
    restore: '恢复成服务器的样子',
    restoreText: '如果不想让这次切换影响服务器，在 git 里切换回去就会自动继续；也可以把服务器上的文件放回本地。',
    proceed: '同步到服务器',
    proceedText: '服务器上的模板会变成现在这个分支的样子，被覆盖和删除的版本先保存到回收站。确定吗？',
  },
  'live-template': {
    restore: null,
    restoreText: '同意之后，这个模板的修改都会自动上传，不再询问。',
    proceed: '同意上传',
    proceedText: '网站会马上用上这些修改，以后的修改也会自动上传。确定吗？',
  },
  'template-errors': {
    restore: null,
    restoreText: '修正并保存后会自动上传；“模板检查”列出了全部错误。',
    proceed: '仍然上传',
    proceedText: '有错误的模板会让用到它的页面停在原来的内容。确定仍然上传吗？',
  },
}
