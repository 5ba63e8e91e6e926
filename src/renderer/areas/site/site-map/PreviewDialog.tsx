import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components'
import type { OutputOf } from '#shared/contract/registry.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { FREQUENCIES } from './columns.tsx'

type Entry = OutputOf<'sitemap.preview'>['content'][number]

const COLUMNS: readonly TableColumn<Entry>[] = [
  { key: 'address', title: '地址', render: (row) => row.address },
  { key: 'lastmod', title: '更新日期', width: '120px', render: (row) => row.lastmod || '—' },
  {
    key: 'frequency',
    title: '更新频率',
    width: '104px',
    render: ({ frequency }) => (frequency === '' ? '—' : (FREQUENCIES[frequency as 'daily'] ?? frequency)),
  },
  { key: 'priority', title: '优先级', width: '88px', render: (row) => row.priority || '—' },
]

/** The addresses that the next sitemap.xml has, with what is said of them. */
export function PreviewDialog({ siteId, isSaved, onClose }: { siteId: number; isSaved: boolean; onClose: () => void }) {
  const list = useLocalList({}, 20)
  const read = useRead('sitemap.preview', { ...list.input, siteId }, { quiet: true, keepPrevious: true })
  return (
    <PanelDialog title="网站地图预览" size="large" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {!isSaved && (
        <MessageBar intent="info">
          <MessageBarBody>还没有保存的改动不在预览中。</MessageBarBody>
        </MessageBar>
      )}
      <ListBody
        label="网站地图"
        list={list}
        read={read}
        columns={COLUMNS}
        rowKey={(row) => row.address}
        search="搜索地址"
        empty={<EmptyState title="网站地图中没有页面" text="至少有一个栏目收录，并且生成过静态页面。" />}
      />
    </PanelDialog>
  )
}
