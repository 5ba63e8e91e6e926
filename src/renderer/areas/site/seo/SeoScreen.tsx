import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { useTabChoice } from '#renderer/ui/layout/useTabChoice.ts'
import { ColumnSeo } from './ColumnSeo.tsx'
import { SiteSeo } from './SiteSeo.tsx'

const TABS = [
  { id: 'site', title: '站点SEO' },
  { id: 'column', title: '栏目SEO' },
] as const

/** A·§2 Site SEO (TDK) page: titles, keywords and descriptions of sites and of columns, on two tabs. */
export function SeoScreen() {
  const [selected, select] = useTabChoice(TABS)
  return (
    <Page>
      <PageHeader
        title="站点SEO(TDK)"
        text="供搜索引擎使用的标题（Title）、描述（Description）和关键词（Keywords）。"
      />
      <Tabs tabs={TABS} selected={selected} onSelect={select}>
        {selected === 'site' ? <SiteSeo /> : <ColumnSeo />}
      </Tabs>
    </Page>
  )
}
