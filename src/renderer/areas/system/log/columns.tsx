import { TextDescriptionRegular } from '@fluentui/react-icons'
import type { LogLine } from '#shared/contract/log.ts'
import { areaTitle } from '#shared/contract/registry.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { LOG } from './text.ts'

const badge = ({ ok }: LogLine) =>
  ok ? ({ title: '成功', color: 'success' } as const) : ({ title: '失败', color: 'danger' } as const)

/** What was done, and to what. */
const deedOf = ({ title, about }: LogLine): string => (about ? `${title}：${about}` : title)

/** What a line is called. */
export const nameOf = ({ id, title }: LogLine): string => `${title}（${id}）`

/** In the order of the entity (C·§3); what else is known of a line stands in its detail. */
export const columnsOf = (open: (line: LogLine) => void): TableColumn<LogLine>[] => [
  { key: 'createBy', title: LOG.rows.createBy, width: '11%', least: 96, render: (line) => line.createBy || '—' },
  { key: 'title', title: LOG.rows.title, width: '26%', least: 210, render: deedOf },
  { key: 'postTime', title: LOG.rows.postTime, width: '168px', render: (line) => line.postTime },
  { key: 'ip', title: 'IP', width: '124px', render: (line) => line.ip },
  { key: 'beginTime', title: LOG.rows.beginTime, width: '116px', align: 'end', render: (line) => line.beginTime },
  { key: 'ok', title: LOG.result, width: '76px', render: (line) => <StateBadges badges={[badge(line)]} /> },
  { key: 'area', title: LOG.area, width: '104px', render: (line) => areaTitle(line.area) },
  { key: 'site', title: LOG.site, width: '12%', least: 96, render: (line) => line.siteTitle || '—' },
  { key: 'msg', title: '说明', least: 120, width: '16%', render: (line) => line.msg },
  {
    key: 'actions',
    title: '操作',
    width: '64px',
    pin: 'end',
    render: (line) => (
      <RowActions
        row={nameOf(line)}
        actions={[{ title: LOG.detail, icon: TextDescriptionRegular, run: () => open(line) }]}
      />
    ),
  },
]
