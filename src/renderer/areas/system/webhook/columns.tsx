import { DeleteRegular, DocumentTextRegular, EditRegular, SendRegular } from '@fluentui/react-icons'
import type { Webhook } from '#shared/contract/webhook.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import type { EditRemove } from '#renderer/ui/table/editRemove.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { eventName } from './eventNames.ts'

export interface HookActions extends EditRemove<Webhook> {
  test: (hook: Webhook) => Promise<void>
  log: (hook: Webhook) => void
}

export const nameOf = ({ name }: Webhook): string => name

/** @param sites titles by their ids. */
export const columnsOf = (actions: HookActions, sites: ReadonlyMap<number, string>): TableColumn<Webhook>[] => [
  { key: 'name', title: '名称', width: '14%', minWidth: 110, render: nameOf },
  { key: 'url', title: '接收地址', width: '22%', minWidth: 160, render: ({ url }) => url },
  {
    key: 'events',
    title: '事件',
    width: '16%',
    minWidth: 120,
    render: ({ events }) => events.map(eventName).join('、'),
  },
  {
    key: 'sites',
    title: '站点',
    minWidth: 96,
    render: ({ siteIds }) => siteIds.map((id) => sites.get(id) ?? `站点 ${id}`).join('、') || '全部站点',
  },
  { key: 'state', title: '状态', width: '104px', render: (hook) => <StateBadges badges={[stateOf(hook)]} /> },
  {
    key: 'last',
    title: '最近发送',
    width: '140px',
    render: ({ lastDate }) => lastDate.slice(0, 16) || '尚未发送',
  },
  {
    key: 'actions',
    title: '操作',
    width: '140px',
    align: 'end',
    pin: 'end',
    render: (hook) => (
      <RowActions
        row={hook.name}
        actions={[
          { title: '测试', icon: SendRegular, run: () => void actions.test(hook) },
          { title: '日志', icon: DocumentTextRegular, run: () => actions.log(hook) },
          { title: '编辑', icon: EditRegular, run: () => actions.edit(hook) },
          { title: '删除', icon: DeleteRegular, run: () => actions.remove(hook) },
        ]}
      />
    ),
  },
]

/** The state: disabled by the server, disabled by hand, or the result of the last delivery. */
function stateOf({ isOn, offReason, lastDate, lastOk }: Webhook) {
  if (!isOn && offReason) return { title: '已自动停用', color: 'danger' } as const
  if (!isOn) return { title: '停用', color: 'informative' } as const
  if (lastDate && !lastOk) return { title: '发送失败', color: 'warning' } as const
  return { title: '启用', color: 'success' } as const
}
