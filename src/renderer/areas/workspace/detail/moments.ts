import type { OutputOf } from '#shared/contract/registry.ts'

export type Deleted = OutputOf<'workspaces.trash'>[number]

/** What one sync, or one answer to a safety stop, took away. */
export interface Moment {
  moment: string
  /** ISO time of its last file. */
  at: string
  files: Deleted[]
  size: number
}

/** Groups the trash, the newest first. */
export function momentsOf(entries: readonly Deleted[]): Moment[] {
  const groups = new Map<string, Deleted[]>()
  for (const entry of entries) groups.set(entry.moment, [...(groups.get(entry.moment) ?? []), entry])
  return [...groups]
    .map(([moment, files]) => ({
      moment,
      files: files.toSorted((a, b) => a.path.localeCompare(b.path, 'zh-CN')),
      at: files.reduce((last, { at }) => (at > last ? at : last), ''),
      size: files.reduce((sum, { size }) => sum + size, 0),
    }))
    .toSorted((a, b) => b.at.localeCompare(a.at))
}

/** What is in it, in a line. */
export const titleOf = ({ files }: Moment): string =>
  files.length === 1
    ? (files[0]?.path ?? '')
    : `${files.length} 个文件：${files
        .slice(0, 3)
        .map(({ path }) => path)
        .join('、')}${files.length > 3 ? ' …' : ''}`

/** Whose files they were. */
export function sideOf({ files }: Moment): string {
  const local = files.some(({ side }) => side === 'local')
  const remote = files.some(({ side }) => side === 'remote')
  return local && remote ? '两边' : local ? '本地' : '服务器'
}
