import { type Redirect, redirectSave } from '#shared/contract/redirect.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'

const LABELS = { source: '旧地址', target: '新地址', note: '备注', isStatus: '启用' }

interface Props {
  siteId: number
  /** null for a new redirect. */
  redirect: Redirect | null
  /** Old address of a new redirect. */
  source?: string
  onClose: () => void
  onSaved?: () => void
}

/** A permanent redirect: from an old address of the site to a new one. */
export function RedirectDialog({ siteId, redirect, source = '', onClose, onSaved }: Props) {
  const save = useWrite('redirect.save', { onSuccess: () => onSaved?.() })
  return (
    <FormDialog
      title={redirect ? '编辑跳转' : '新增跳转'}
      schema={redirectSave}
      {...recordForm({
        record: redirect,
        empty: { id: 0, siteId, source, target: '', note: '', isStatus: true },
        labels: LABELS,
        find: 'redirect.findById',
        saveAsNew: save.mutateAsync,
      })}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField
            control={control}
            name="source"
            label={LABELS.source}
            required
            autoFocus={source === ''}
            placeholder="/news/old.html"
            hint="以 / 开头，不带域名。目录下的全部页面都跳转时，填写 /old/*。"
          />
          <TextField
            control={control}
            name="target"
            label={LABELS.target}
            required
            autoFocus={source !== ''}
            placeholder="/news/"
            hint="本站地址以 / 开头，也可以是其他网站的完整网址。旧地址以 * 结尾时，新地址末尾的 * 替换为对应的部分。"
          />
          <TextField control={control} name="note" label={LABELS.note} />
          <SwitchField control={control} name="isStatus" label={LABELS.isStatus} />
        </>
      )}
    </FormDialog>
  )
}
