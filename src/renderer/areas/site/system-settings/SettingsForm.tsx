import { SEO_DESCRIPTION_MAX, siteSeoForm } from '#shared/contract/siteForms.ts'
import type { Site } from '#shared/contract/site.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { loadSite } from '#renderer/features/sites/loadSite.ts'

const LABELS = { title: '站点名称', seoKeywords: 'SEO 关键词', seoDescription: 'SEO 描述' }

/**
 * Name, keywords and description of a site (call 23). The documents' backend name is hidden and has no field of the
 * entity: what is not sent stays as it is (contradictions.md 39).
 */
export function SettingsForm({ site }: { site: Site }) {
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
          <TextField control={control} name="seoKeywords" label={LABELS.seoKeywords} hint="多个关键词用逗号分开" />
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
