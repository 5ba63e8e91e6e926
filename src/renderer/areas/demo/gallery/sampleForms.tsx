import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { StepWizard } from '#renderer/ui/form/StepWizard.tsx'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { saved } from '../shared/samples.ts'

const schema = z.object({
  title: z.string().trim().min(1, '请输入站点名称'),
  note: z.string(),
  sort: z.number('排序必须是数字'),
  version: z.number(),
})

const MINE = { title: '集团官网', note: '总部使用', sort: 10, version: 1 }
const THEIRS = { title: '集团官网（新版）', note: '总部与分公司使用', sort: 20, version: 2 }
const LABELS = { title: '名称', note: '备注', sort: '排序' }

/** Somebody else has saved in the meantime; the newer version is accepted. */
const conflicting = async ({ version }: { version: number }): Promise<{ code: number }> => {
  if (version === THEIRS.version) return saved()
  const fact = {
    kind: 'changed' as const,
    version: THEIRS.version,
    changedBy: '李婷',
    changedAt: '2026-11-21 10:30:00',
  }
  throw new AppError('conflict', '李婷在 2026-11-21 10:30:00 修改过这个站点', { details: { fact } })
}

/** A form in a dialog; with `conflict` its save finds a newer version. */
export function SampleForm({ conflict = false, onClose }: { conflict?: boolean; onClose: () => void }) {
  return (
    <FormDialog
      title={conflict ? '两人同时修改' : '编辑站点'}
      schema={schema}
      values={MINE}
      save={conflict ? conflicting : saved}
      compare={{ load: async () => THEIRS, labels: LABELS }}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label="名称" required autoFocus />
          <NumberField control={control} name="sort" label="排序" />
          <TextAreaField control={control} name="note" label="备注" />
        </>
      )}
    </FormDialog>
  )
}

interface Steps {
  name: string
  folder: string
}

const nameStep = z.object({ name: z.string().min(1, '请输入名称') })
const folderStep = z.object({ folder: z.string().min(1, '请输入站点模板文件夹') })

/** A form in two steps. */
export function SampleWizard({ onClose }: { onClose: () => void }) {
  return (
    <StepWizard<Steps>
      title="规则设置"
      values={{ name: '', folder: '' }}
      save={saved}
      onClose={onClose}
      steps={[
        {
          title: '基本信息',
          schema: nameStep,
          render: (control) => <TextField control={control} name="name" label="名称" required />,
        },
        {
          title: '模板文件夹',
          schema: folderStep,
          render: (control) => <TextField control={control} name="folder" label="文件夹" required />,
        },
      ]}
    />
  )
}
