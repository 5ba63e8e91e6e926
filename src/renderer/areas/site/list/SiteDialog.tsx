import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Site } from '#shared/contract/site.ts'
import { siteForm } from '#shared/contract/siteForms.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { mayCall } from '#shared/domain/callAccess.ts'
import { templateOperations } from '#shared/contract/template.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { useAlert } from '#renderer/ui/dialogs/useConfirm.ts'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { siteComparison } from './siteComparison.ts'

// A·§3: manageType has no input; its label is for the comparison when others have changed it meanwhile.
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
          void alert({ title: '站点创建成功', text: `“${form.title}”：新站点默认停用，准备好后在列表中开启。` })
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

const NONE = { value: 0, title: '不使用模板' }

interface TemplateFieldProps {
  /** The template that the site has now; it stays choosable when the list doesn't show it. */
  current: number
}

/** Which template a site uses; left out for an account that may not see templates (the site then keeps its own). */
function TemplateField<In extends FieldValues, Out>({ current, ...field }: Bound<In, Out> & TemplateFieldProps) {
  const session = useSession()
  const allowed = session !== undefined && mayCall(templateOperations['template.list'].access, session) === 'yes'
  const { data, error } = useRead('template.list', { page: 1, size: 200 }, { enabled: allowed, quiet: true })
  if (!allowed) return null
  const listed = (data?.content ?? []).map(({ id, name, folder }) => ({ value: id, title: `${name}（${folder}）` }))
  const missing = current !== 0 && !listed.some(({ value }) => value === current)
  const currentOption = missing ? [{ value: current, title: data ? `当前模板（编号 ${current}）` : '当前模板' }] : []
  const hint = error ? `模板列表加载失败：${error.message}` : field.hint
  return <SelectField {...field} hint={hint} options={[NONE, ...currentOption, ...listed]} />
}
