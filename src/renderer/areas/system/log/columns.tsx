import { TextDescriptionRegular } from '@fluentui/react-icons'
import type { LogLine } from '#shared/contract/log.ts'
import { areaTitle } from '#shared/contract/registry.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

const badge = ({ ok }: LogLine) =>
  ok ? ({ title: '成功', color: 'success' } as const) : ({ title: '失败', color: 'danger' } as const)

/** The operation and its object. */
const describeOperation = ({ title, about }: LogLine): string => (about ? `${title}：${about}` : title)

/** Accessible name of a line. */
export const nameOf = ({ id, title }: LogLine): string => `${title}（${id}）`

/** In the order of the entity (C·§3); the details dialog shows the other fields. */
export const columnsOf = (open: (line: LogLine) => void): TableColumn<LogLine>[] => [
  { key: 'createBy', title: '操作人', width: '11%', minWidth: 96, render: (line) => line.createBy || '—' },
  { key: 'title', title: '操作名称', width: '26%', minWidth: 210, render: describeOperation },
  { key: 'postTime', title: '操作时间', width: '168px', render: (line) => line.postTime },
  { key: 'ip', title: 'IP', width: '124px', render: (line) => line.ip },
  { key: 'beginTime', title: '响应时间(ms)', width: '116px', align: 'end', render: (line) => line.beginTime },
  { key: 'ok', title: '结果', width: '76px', render: (line) => <StateBadges badges={[badge(line)]} /> },
  { key: 'area', title: '模块', width: '104px', render: (line) => areaTitle(line.area) },
  { key: 'site', title: '站点', width: '12%', minWidth: 96, render: (line) => line.siteTitle || '—' },
  { key: 'msg', title: '说明', minWidth: 120, width: '16%', render: (line) => line.msg },
  {
    key: 'actions',
    title: '操作',
    width: '64px',
    pin: 'end',
    render: (line) => (
      <RowActions
        row={nameOf(line)}
        actions={[{ title: '详情', icon: TextDescriptionRegular, run: () => open(line) }]}
      />
    ),
  },
]
