import { makeStyles, tokens } from '@fluentui/react-components'
import { useSearchParams } from 'react-router-dom'
import { Page, PageHeader } from '#renderer/kit/layout/Page.tsx'
import { Tabs } from '#renderer/kit/layout/Tabs.tsx'
import { DeletedColumns } from './DeletedColumns.tsx'
import { DeletedSites } from './DeletedSites.tsx'
import { DeletedTemplates } from './DeletedTemplates.tsx'

const TABS = [
  { id: 'site', title: '站点' },
  { id: 'column', title: '栏目' },
  { id: 'template', title: '模板' },
] as const
type TabId = (typeof TABS)[number]['id']

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    flex: '1 1 auto',
    minHeight: 0,
  },
})

/** What was deleted in the last 30 days, on a tab per kind; each can be brought back whole. */
export function View() {
  const styles = useStyles()
  const [query, setQuery] = useSearchParams()
  const selected: TabId = TABS.find((tab) => tab.id === query.get('tab'))?.id ?? 'site'
  const select = (tab: TabId): void =>
    setQuery((now) => {
      const next = new URLSearchParams(now)
      next.set('tab', tab)
      return next
    })
  return (
    <Page>
      <PageHeader
        title="回收站"
        text="删除的站点、栏目和模板在这里保留 30 天，到期后彻底删除；在此之前可以完整还原。"
      />
      <Tabs tabs={TABS} selected={selected} onSelect={select} panelClass={styles.panel}>
        {selected === 'site' && <DeletedSites />}
        {selected === 'column' && <DeletedColumns />}
        {selected === 'template' && <DeletedTemplates />}
      </Tabs>
    </Page>
  )
}
