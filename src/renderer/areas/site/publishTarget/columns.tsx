import { Link } from '@fluentui/react-components'
import {
  ArrowSyncRegular,
  CloudArrowUpRegular,
  DeleteRegular,
  EditRegular,
  HistoryRegular,
  PlugConnectedCheckmarkRegular,
  ServerRegular,
} from '@fluentui/react-icons'
import type { PublishTarget } from '#shared/contract/publishTarget.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import type { EditRemove } from '#renderer/ui/table/editRemove.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { describeTimes } from './TimesFields.tsx'

export interface TargetActions extends EditRemove<PublishTarget> {
  deploy: (target: PublishTarget) => void
  test: (target: PublishTarget) => Promise<void>
  history: (target: PublishTarget) => void
  webServer: (target: PublishTarget) => void
  cdn: (target: PublishTarget) => void
}

export const nameOf = ({ name }: PublishTarget): string => name

export const columnsOf = (actions: TargetActions): TableColumn<PublishTarget>[] => [
  { key: 'name', title: '名称', width: '14%', minWidth: 110, render: nameOf },
  { key: 'place', title: '位置', width: '26%', minWidth: 160, render: placeOf },
  {
    key: 'url',
    title: '访问地址',
    width: '26%',
    minWidth: 160,
    render: ({ url }) =>
      url === '' ? (
        '未绑定域名'
      ) : (
        <Link href={url} target="_blank" rel="noopener noreferrer">
          {url}
        </Link>
      ),
  },
  { key: 'state', title: '状态', width: '104px', render: (target) => <StateBadges badges={[stateOf(target)]} /> },
  {
    key: 'last',
    title: '最近发布',
    width: '140px',
    render: ({ deployDate }) => deployDate.slice(0, 16) || '还没有发布',
  },
  { key: 'auto', title: '自动发布', width: '120px', render: (target) => describeTimes(target) || '关闭' },
  {
    key: 'actions',
    title: '操作',
    width: '224px',
    align: 'end',
    pin: 'end',
    render: (target) => (
      <RowActions
        row={target.name}
        actions={[
          {
            title: target.kind === 'zip' ? '生成并下载' : '发布',
            icon: CloudArrowUpRegular,
            run: () => actions.deploy(target),
          },
          { title: '发布记录', icon: HistoryRegular, run: () => actions.history(target) },
          ...(target.kind === 'zip'
            ? []
            : [{ title: '测试连接', icon: PlugConnectedCheckmarkRegular, run: () => void actions.test(target) }]),
          { title: '服务器配置', icon: ServerRegular, run: () => actions.webServer(target) },
          ...(target.kind === 'zip'
            ? []
            : [{ title: 'CDN 刷新', icon: ArrowSyncRegular, run: () => actions.cdn(target) }]),
          { title: '编辑', icon: EditRegular, run: () => actions.edit(target) },
          { title: '删除', icon: DeleteRegular, run: () => actions.remove(target) },
        ]}
      />
    ),
  },
]

/** Ports that need not be said. */
const USUAL_PORTS: readonly number[] = [22, 21, 990]

function placeOf({ kind, host, port, username, address, bucket, folder }: PublishTarget): string {
  const at = USUAL_PORTS.includes(port) ? '' : `:${port}`
  switch (kind) {
    case 'folder':
      return folder
    case 'zip':
      return '下载压缩包'
    case 'webdav':
      return address
    case 's3':
      return [address.replace(/\/$/, ''), bucket, ...(folder === '' ? [] : [folder])].join('/')
    default:
      return `${username}@${host}${at}:${folder}`
  }
}

/** Whether visitors see the last build there. */
function stateOf({ deployDate, isCurrent, isPaused }: PublishTarget) {
  if (deployDate === '') return { title: '未发布', color: 'informative' } as const
  if (isPaused) return { title: '已还原', color: 'warning' } as const
  return isCurrent
    ? ({ title: '已是最新', color: 'success' } as const)
    : ({ title: '有更新', color: 'warning' } as const)
}
