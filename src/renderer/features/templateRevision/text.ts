import type { TemplateRevision } from '#shared/contract/templateRevision.ts'

/** How a version came, or what became of the file. */
export const KIND: Record<TemplateRevision['kind'], string> = {
  save: '在编辑器里保存',
  new: '新建',
  upload: '上传',
  unzip: '解压',
  sync: '同步',
  publish: '发布或放回',
  restore: '恢复历史版本',
  found: '更早的内容',
  remove: '删除',
  rename: '改名',
}

export const REVISION = {
  title: (name: string): string => `历史版本 · ${name}`,
  empty: '还没有历史版本',
  emptyText: '每次保存、上传、同步或删除之前的内容会保存在这里。',
  kept: (versions: number, days: number): string =>
    `每个文件保留最近 ${versions} 个版本，被替换后最多保留 ${days} 天。`,
  restoreTitle: '恢复此版本',
  restoreText: (date: string): string =>
    `文件会恢复成 ${date} 的内容。现在的内容也会保存为一个历史版本，可以再恢复回来。`,
  restoreLocalText: (date: string): string =>
    `本地文件会恢复成 ${date} 的内容并保存，接下来会同步到服务器。现在的内容（包括没保存的修改）可以在编辑器里用“撤销”（Ctrl+Z）找回。`,
  unsavedText: '编辑器里还有没保存的修改，不会丢失：恢复之后，编辑器会让您比较两边再决定。',
  notKept: '这个版本的内容没有保留（文件太大，或是在服务器的磁盘上被改过），不能查看或恢复。',
  removedTitle: (folder: string): string => `已删除的文件 · ${folder}`,
  removedEmpty: '没有已删除的文件',
  removedEmptyText: '在这个文件夹里删除的文件会列在这里，可以查看和恢复。',
}
