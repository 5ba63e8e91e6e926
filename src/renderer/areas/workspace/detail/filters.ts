import { FILE_STATES, type WorkspaceFile } from '#shared/contract/workspace.ts'

type State = WorkspaceFile['state']

/** Groups of states that users filter by. `waiting` is the queue while the server is unreachable. */
export const FILTERS = {
  all: { title: '全部状态', states: FILE_STATES },
  waiting: {
    title: '等待同步',
    states: ['local-changed', 'remote-changed', 'uploading', 'downloading', 'waiting'],
  },
  attention: { title: '需要处理', states: ['conflict', 'failed', 'unsupported'] },
  synced: { title: '已同步', states: ['synced'] },
  ignored: { title: '已忽略', states: ['ignored'] },
} satisfies Record<string, { title: string; states: readonly State[] }>
export type FilterId = keyof typeof FILTERS

/** Files of the group whose path contains the text. */
export function filterFiles(files: readonly WorkspaceFile[], filter: FilterId, text: string): WorkspaceFile[] {
  const states: readonly State[] = FILTERS[filter].states
  const wanted = text.toLowerCase()
  return files.filter((file) => states.includes(file.state) && file.path.toLowerCase().includes(wanted))
}

/** Sort order: files that need a decision, then files in transfer, then the rest. */
const RANK: Record<State, number> = {
  conflict: 0,
  failed: 1,
  unsupported: 2,
  uploading: 3,
  downloading: 3,
  'local-changed': 4,
  'remote-changed': 4,
  waiting: 4,
  synced: 5,
  ignored: 6,
}

export const sortFiles = (files: readonly WorkspaceFile[]): WorkspaceFile[] =>
  [...files].sort((a, b) => RANK[a.state] - RANK[b.state] || a.path.localeCompare(b.path, 'zh-CN', { numeric: true }))
