import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { DeletedColumns } from './DeletedColumns.tsx'
import { DeletedSites } from './DeletedSites.tsx'
import { DeletedTemplates } from './DeletedTemplates.tsx'

const TABS = [
  { id: 'site', title: '站点' },
  { id: 'column', title: '栏目' },
  { id: 'template', title: '模板' },
] as const

/** What was deleted in the last 30 days, on a tab per kind; each can be brought back whole. */
export function Recycle() {
  const [selected, select] = useTabChoice(TABS)
  return (
    <Page>
      <PageHeader
        title="回收站"
        text="删除的站点、栏目和模板在这里保留 30 天，到期后彻底删除；在此之前可以完整还原。"
      />
      <Tabs tabs={TABS} selected={selected} onSelect={select}>
        {selected === 'site' && <DeletedSites />}
        {selected === 'column' && <DeletedColumns />}
        {selected === 'template' && <DeletedTemplates />}
      </Tabs>
    </Page>
  )
}
