import { GlobeRegular } from '@fluentui/react-icons'
import { SEO_DESCRIPTION_MAX, siteSeoForm } from '#shared/contract/siteForms.ts'
import type { Site } from '#shared/contract/site.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { loadSite } from '#renderer/features/sites/loadSite.ts'

/** A·§2 Site system settings page, for the selected site. */
export function SystemSettings() {
  const [siteId, choose] = useSiteChoice()
  const confirmDiscard = useConfirmDiscard('切换站点')
  const change = async (next: number): Promise<void> => {
    if (next !== siteId && (await confirmDiscard())) choose(next)
  }
  return (
    <Page>
      <PageHeader title="站点系统设置" text="站点名称，以及未单独设置SEO的页面使用的关键词和描述" />
      <Toolbar>
        <SiteSelect value={siteId} onChange={(next) => void change(next)} />
      </Toolbar>
      {siteId === 0 ? (
        <EmptyState icon={GlobeRegular} title="没有可用的站点" text="请联系管理员为您的用户组分配站点。" />
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

const LABELS = { title: '站点名称', seoKeywords: 'SEO 关键词', seoDescription: 'SEO 描述' }

/**
 * Name, keywords and description of a site (call 23). The documents' backend name is hidden and has no field of the
 * entity: a field that is not sent stays unchanged (contradictions.md 39).
 */
function SettingsForm({ site }: { site: Site }) {
  const save = useWrite('site.updateSeo')
  const { id, title, seoKeywords, seoDescription, version } = site
  return (
    <ResourceForm
      title="站点系统设置"
      schema={siteSeoForm}
      values={{ id, title, seoKeywords, seoDescription, version }}
      save={save.mutateAsync}
      compare={{ load: () => loadSite(id), labels: LABELS }}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label={LABELS.title} required />
          <TextField control={control} name="seoKeywords" label={LABELS.seoKeywords} hint="多个关键词用逗号分隔" />
          <TextAreaField
            control={control}
            name="seoDescription"
            label={LABELS.seoDescription}
            rows={8}
            hint={`最多 ${SEO_DESCRIPTION_MAX.settings} 个字`}
          />
        </>
      )}
    </ResourceForm>
  )
}
