import { makeStyles, tokens } from '@fluentui/react-components'
import { useSearchParams } from 'react-router-dom'
import { Page, PageHeader } from '#renderer/kit/layout/Page.tsx'
import { Tabs } from '#renderer/kit/layout/Tabs.tsx'
import { ColumnSeo } from './ColumnSeo.tsx'
import { SiteSeo } from './SiteSeo.tsx'

const TABS = [
  { id: 'site', title: '站点SEO' },
  { id: 'column', title: '栏目SEO' },
] as const

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    flex: '1 1 auto',
    minHeight: 0,
  },
})

/** A·§2 Site SEO (TDK) page: titles, keywords and descriptions of sites and of columns, on two tabs. */
export function View() {
  const styles = useStyles()
  const [query, setQuery] = useSearchParams()
  const selected = query.get('tab') === 'column' ? 'column' : 'site'
  const select = (tab: string): void =>
    setQuery((now) => {
      const next = new URLSearchParams(now)
      next.set('tab', tab)
      return next
    })
  return (
    <Page>
      <PageHeader title="站点SEO(TDK)" text="搜索引擎看到的标题（Title）、描述（Description）和关键词（Keywords）。" />
      <Tabs tabs={TABS} selected={selected} onSelect={select} panelClass={styles.panel}>
        {selected === 'site' ? <SiteSeo /> : <ColumnSeo />}
      </Tabs>
    </Page>
  )
}
