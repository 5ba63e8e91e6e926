import type { Workspace, WorkspaceFile } from '#shared/contract/workspace.ts'

/** A workspace in step, unless told otherwise. */
export const aWorkspace = (changes: Partial<Workspace> = {}): Workspace => ({
  id: 'w1',
  connectionId: 'builtin',
  templateName: '企业站',
  folder: 'company',
  localPath: '/home/me/company',
  state: 'idle',
  message: '',
  renamedTo: null,
  files: 2,
  waiting: 0,
  conflicts: 0,
  failed: 0,
  lastSync: '2026-01-02T03:04:05.000Z',
  halt: null,
  ...changes,
})

/** A synced file, unless told otherwise. */
export const aWorkspaceFile = (path: string, changes: Partial<WorkspaceFile> = {}): WorkspaceFile => ({
  path,
  kind: 'file',
  state: 'synced',
  size: 10,
  reason: '',
  at: '',
  ...changes,
})
