import { Badge, Dropdown, makeStyles, Option } from '@fluentui/react-components'
import type { OutputOf } from '#shared/contract/registry.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

type Line = OutputOf<'workspaces.log'>['content'][number]
type Level = Line['level'] | ''

const LEVEL = {
  info: { title: '信息', color: 'informative' },
  warning: { title: '警告', color: 'warning' },
  error: { title: '错误', color: 'danger' },
} as const
const CHOICES: readonly { level: Level; title: string }[] = [
  { level: '', title: '全部级别' },
  { level: 'info', title: '信息' },
  { level: 'warning', title: '警告' },
  { level: 'error', title: '错误' },
]

const COLUMNS: TableColumn<Line>[] = [
  { key: 'at', title: '时间', width: '176px', render: (row) => formatDateTime(Date.parse(row.at)) },
  {
    key: 'level',
    title: '级别',
    width: '76px',
    render: ({ level }) => (
      <Badge appearance="tint" color={LEVEL[level].color}>
        {LEVEL[level].title}
      </Badge>
    ),
  },
  { key: 'text', title: '内容', render: (row) => row.text },
  { key: 'path', title: '文件', width: '22%', render: (row) => row.path },
  { key: 'who', title: '操作人和电脑', width: '18%', render: (row) => row.who },
]

const useStyles = makeStyles({ filter: { minWidth: '130px' } })

/** The log of the sync, newest first, with search, level filter and paging. */
export function LogTable({ id }: { id: string }) {
  const styles = useStyles()
  const list = useLocalList<{ level: Level }>({ level: '' }, 50)
  const read = useRead('workspaces.log', { id, ...list.input }, { quiet: true, keepPrevious: true })
  return (
    <ListBody
      label="同步日志"
      list={list}
      read={read}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      search="搜索文件、内容、操作人"
      filters={
        <Dropdown
          className={styles.filter}
          aria-label="按级别筛选"
          value={CHOICES.find(({ level }) => level === list.filters.level)?.title ?? ''}
          selectedOptions={[list.filters.level]}
          onOptionSelect={(_event, { optionValue }) => {
            const chosen = CHOICES.find(({ level }) => level === optionValue)
            if (chosen) list.setFilter('level', chosen.level)
          }}
        >
          {CHOICES.map(({ level, title }) => (
            <Option key={level} value={level}>
              {title}
            </Option>
          ))}
        </Dropdown>
      }
      empty={<EmptyState title="还没有记录" />}
    />
  )
}
