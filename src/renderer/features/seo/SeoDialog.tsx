import { type SeoForm, seoForm } from '#shared/contract/seoForm.ts'
import type { Answer } from '#renderer/data/client.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'

const LABELS = { seoTitle: 'SEO 标题', seoKeywords: 'SEO 关键词', seoDescription: 'SEO 描述' }

interface Props {
  /** The subject, such as 站点“集团官网”. */
  subject: string
  record: SeoForm
  /** Loads the newest record after another person has saved. */
  load: () => Promise<SeoForm>
  save: (form: SeoForm) => Promise<Pick<Answer<unknown>, 'code'>>
  onClose: () => void
  /** Shown below the description. */
  hint?: string
}

/** A·§2 set-SEO dialog: title, keywords and description of a site or a column, saved here. */
export function SeoDialog({ subject, record, load, save, onClose, hint }: Props) {
  const { seoTitle, seoKeywords, seoDescription, version } = record
  return (
    <FormDialog
      title={`设置SEO：${subject}`}
      schema={seoForm}
      values={{ seoTitle, seoKeywords, seoDescription, version }}
      save={save}
      onClose={onClose}
      compare={{ load, labels: LABELS }}
    >
      {(control) => (
        <>
          <TextField
            control={control}
            name="seoTitle"
            label={LABELS.seoTitle}
            autoFocus
            hint="浏览器标签和搜索结果的标题"
          />
          <TextAreaField
            control={control}
            name="seoKeywords"
            label={LABELS.seoKeywords}
            rows={2}
            hint="多个关键词用逗号分隔"
          />
          <TextAreaField
            control={control}
            name="seoDescription"
            label={LABELS.seoDescription}
            rows={5}
            hint={hint ?? '搜索结果中标题下方的介绍，最多 1000 个字'}
          />
        </>
      )}
    </FormDialog>
  )
}
