import type { OutputOf } from '#shared/contract/registry.ts'
import type { PlanItem } from '#shared/contract/workspace.ts'
import { formatBytes } from '#shared/util/bytes.ts'

/** A plan's actions, each in a few words. */
export function summaryOf(plan: OutputOf<'workspaces.plan'>): string[] {
  const count = (action: PlanItem['action']): number => plan.items.filter((item) => item.action === action).length
  const lines: [number, string][] = [
    [count('download'), `下载 ${count('download')} 个文件（${formatBytes(plan.downloadBytes)}）`],
    [count('upload'), `上传 ${count('upload')} 个文件（${formatBytes(plan.uploadBytes)}）`],
    [count('adopt'), `${count('adopt')} 个文件两边相同`],
    [count('conflict'), `${count('conflict')} 个冲突，两个版本都会保留`],
    [count('delete-local'), `删除 ${count('delete-local')} 个本地文件`],
    [count('delete-remote'), `删除 ${count('delete-remote')} 个服务器文件`],
    [count('skip'), `跳过 ${count('skip')} 个`],
  ]
  const shown = lines.filter(([number]) => number > 0).map(([, text]) => text)
  return shown.length > 0 ? shown : ['两边均为空，无需传送文件']
}
