import { useState } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { siteForm } from '#shared/contract/siteForms.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { useAlert } from '#renderer/ui/dialogs/useConfirm.ts'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { SITE } from '#renderer/areas/site/text.ts'
import { siteComparison } from './siteComparison.ts'
import { TemplateField } from './TemplateField.tsx'

// manageType has no input (A·§3: hidden); it is named here because others may have changed it meanwhile.
const LABELS = { title: '站点名称', symbol: '标识符', templateId: '使用的模板', note: '备注', manageType: '权限' }
const NEW = { id: 0, title: '', symbol: '', note: '', manageType: 1201, templateId: 0 }

/** A·§2: the create/settings dialog; without a site a new one. */
export function SiteDialog({ site, onClose }: { site: Site | null; onClose: () => void }) {
  const alert = useAlert()
  const save = useWrite('site.save', site ? {} : { success: false })
  const { id, title, symbol, note, manageType, templateId } = site ?? NEW
  const [compare] = useState(() => siteComparison(id, LABELS))
  const values = { id, title, symbol, note, manageType, templateId, version: site?.version }

  return (
    <FormDialog
      title={site ? `站点设置：${title}` : '新增站点'}
      schema={siteForm}
      values={values}
      save={async (form) => {
        const answer = await save.mutateAsync(form)
        if (!site && answer.code === SUCCESS)
          void alert({ title: SITE.created, text: `“${form.title}”：${SITE.createdNext}` })
        return answer
      }}
      onClose={onClose}
      {...(site ? { compare } : {})}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label={LABELS.title} required autoFocus />
          <TextField
            control={control}
            name="symbol"
            label={LABELS.symbol}
            required
            hint="字母、数字、下划线和短横线，例如 ocean-tech；用作站点页面的文件夹名，不能与其他站点相同。"
          />
          <TemplateField control={control} name="templateId" label={LABELS.templateId} current={templateId} />
          <TextAreaField control={control} name="note" label={LABELS.note} rows={3} />
        </>
      )}
    </FormDialog>
  )
}
