import { useMemo, useState } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SeoDialog } from '#renderer/features/seo/SeoDialog.tsx'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { SeoButton } from './SeoButton.tsx'

/** The fields of the entity, in its order (contradictions.md 131). */
const columnsOf = (open: (site: Site) => void): TableColumn<Site>[] => [
  { key: 'title', title: '站点名称', width: '20%', render: (row) => row.title },
  { key: 'seoTitle', title: 'SEO 标题', width: '22%', render: (row) => row.seoTitle || '—' },
  { key: 'seoKeywords', title: 'SEO 关键词', width: '22%', render: (row) => row.seoKeywords || '—' },
  { key: 'seoDescription', title: 'SEO 描述', render: (row) => row.seoDescription || '—' },
  {
    key: 'actions',
    title: '操作',
    width: '120px',
    align: 'end',
    render: (row) => <SeoButton name={row.title} onClick={() => open(row)} />,
  },
]

const keyOf = ({ id }: Site): number => id
const titleOf = ({ title }: Site): string => title

/** The site tab: every site with its SEO texts. */
export function SiteSeo() {
  const [opened, setOpened] = useState<Site | null>(null)
  useTabOpen('SiteSeo', opened, setOpened)
  const list = useListState({ size: 10 })
  const read = useRead('site.page', list.input, { quiet: true, keepPrevious: true })
  const columns = useMemo(() => columnsOf(setOpened), [])
  return (
    <>
      <ListBody
        label="站点SEO"
        list={list}
        read={read}
        columns={columns}
        rowKey={keyOf}
        rowLabel={titleOf}
        search="搜索站点名称或标识符"
        onOpen={setOpened}
        empty={<EmptyState title="没有可用的站点" text="请联系管理员为您的用户组分配站点。" />}
      />
      {opened && <SiteSeoDialog site={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** 设置SEO of a site (call 23). */
function SiteSeoDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const { id, title } = site
  const save = useWrite('site.updateSeo')
  return (
    <SeoDialog
      subject={`站点“${title}”`}
      record={site}
      load={async () => (await call('site.findById', { id })).data}
      save={(form) => save.mutateAsync({ ...form, id })}
      onClose={onClose}
      hint="最多 1000 个字；更长的描述请在“站点系统设置”中填写"
    />
  )
}
