import { GlobeRegular } from '@fluentui/react-icons'
import { useRead } from '#renderer/data/useRead.ts'
import { useMayLose } from '#renderer/ui/dialogs/useMayLose.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { SettingsForm } from './SettingsForm.tsx'

/** A·§2 Site system settings page, for the site that is chosen at the top. */
export function SystemSettings() {
  const [siteId, choose] = useSiteChoice()
  const mayLose = useMayLose('切换站点')
  const change = async (next: number): Promise<void> => {
    if (next !== siteId && (await mayLose())) choose(next)
  }
  return (
    <Page>
      <PageHeader title="站点系统设置" text="站点的名称，以及没有单独设置SEO的页面使用的关键词和描述。" />
      <Toolbar>
        <SiteSelect value={siteId} onChange={(next) => void change(next)} />
      </Toolbar>
      {siteId === 0 ? (
        <EmptyState icon={GlobeRegular} title="没有可用的站点" text="请联系管理员为您的角色分配站点。" />
      ) : (
        <Settings key={siteId} siteId={siteId} />
      )}
    </Page>
  )
}

function Settings({ siteId }: { siteId: number }) {
  const { data, error, refetch } = useRead('site.findById', { id: siteId }, { quiet: true })
  if (data) return <SettingsForm site={data} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <LoadingState />
}
