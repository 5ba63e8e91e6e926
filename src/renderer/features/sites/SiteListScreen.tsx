import { Button } from '@fluentui/react-components'
import { GlobeRegular, type FluentIcon } from '@fluentui/react-icons'
import { type ReactNode, useMemo } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { TitleCell } from '#renderer/ui/table/TitleCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { SiteStatusTag } from './SiteStatusTag.tsx'

interface Props {
  title: string
  text?: string
  notice?: ReactNode
  /** Shown between name and status. */
  columns: readonly TableColumn<Site>[]
  /** The button of each row; a double-click, Enter and F2 do the same. */
  action: { title: string; icon: FluentIcon }
  onOpen: (site: Site) => void
  /** Dialogs. */
  children?: ReactNode
}

/** A list of the account's sites with one setting per site (A·§2 site-level settings). */
export function SiteListScreen({ title, text, notice, columns, action, onOpen, children }: Props) {
  const list = useListState({ size: 10 })
  const read = useRead('site.page', list.input, { quiet: true, keepPrevious: true })
  const all = useMemo(() => withAction(columns, action, onOpen), [columns, action, onOpen])
  return (
    <ListScreen
      title={title}
      {...(text ? { text } : {})}
      notice={notice}
      list={list}
      read={read}
      columns={all}
      rowKey={(site) => site.id}
      rowLabel={(site) => site.title}
      search="搜索站点名称或标识符"
      onOpen={onOpen}
      onRowKey={(site, event) => event.key === 'F2' && onOpen(site)}
      empty={<EmptyState icon={GlobeRegular} title="没有可用的站点" text="请联系管理员为您的用户组分配站点。" />}
    >
      {children}
    </ListScreen>
  )
}

const withAction = (
  columns: Props['columns'],
  { title, icon: Icon }: Props['action'],
  onOpen: Props['onOpen'],
): TableColumn<Site>[] => [
  { key: 'title', title: '站点名称', width: '22%', render: (site) => <TitleCell title={site.title} /> },
  ...columns,
  { key: 'status', title: '站点状态', width: '96px', render: (site) => <SiteStatusTag enabled={site.isStatus} /> },
  {
    key: 'actions',
    title: '操作',
    width: '136px',
    align: 'end',
    render: (site) => (
      <Button size="small" icon={<Icon />} aria-label={`${title} ${site.title}`} onClick={() => onOpen(site)}>
        {title}
      </Button>
    ),
  },
]
