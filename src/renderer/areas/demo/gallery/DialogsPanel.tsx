import { Button, Text } from '@fluentui/react-components'
import { useState } from 'react'
import { DetailDrawer } from '#renderer/ui/dialogs/DetailDrawer.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { PickerDialog } from '#renderer/ui/dialogs/PickerDialog.tsx'
import { useAlert, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { usePaging } from '#renderer/ui/table/usePaging.ts'
import { column, pageRead, useDemoStyles } from '../shared/kit.tsx'
import { LONG_TITLE, sampleRows, simulateSave } from '../shared/samples.ts'
import { z } from 'zod'
import { AppError } from '#shared/errors/index.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { StepWizard } from '#renderer/ui/form/StepWizard.tsx'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'

const schema = z.object({
  title: z.string().trim().min(1, '请输入站点名称'),
  note: z.string(),
  sort: z.number('排序必须是数字'),
  version: z.number(),
})

const MINE = { title: '集团官网', note: '总部使用', sort: 10, version: 1 }
const THEIRS = { title: '集团官网（新版）', note: '总部与分公司使用', sort: 20, version: 2 }
const LABELS = { title: '名称', note: '备注', sort: '排序' }

/** Fails with a version conflict, unless the form holds the newer version. */
const saveWithConflict = async ({ version }: { version: number }): Promise<{ code: number }> => {
  if (version === THEIRS.version) return simulateSave()
  const fact = {
    kind: 'changed' as const,
    version: THEIRS.version,
    changedBy: '李婷',
    changedAt: '2026-11-21 10:30:00',
  }
  throw new AppError('conflict', '李婷在 2026-11-21 10:30:00 修改过该站点', { details: { fact } })
}

/** A form in a dialog; with `conflict` its save finds a newer version. */
function SampleForm({ conflict: hasConflict = false, onClose }: { conflict?: boolean; onClose: () => void }) {
  return (
    <FormDialog
      title={hasConflict ? '两人同时修改' : '编辑站点'}
      schema={schema}
      values={MINE}
      save={hasConflict ? saveWithConflict : simulateSave}
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
function SampleWizard({ onClose }: { onClose: () => void }) {
  return (
    <StepWizard<Steps>
      title="规则设置"
      values={{ name: '', folder: '' }}
      save={simulateSave}
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

const KINDS = ['表单', '两人同时修改', '分步表单', '选择一条', '选择多条', '抽屉', '面板'] as const
type Kind = (typeof KINDS)[number]

/** Buttons that open every kind of dialog. */
export function DialogsPanel() {
  const styles = useDemoStyles()
  const confirm = useConfirm()
  const alert = useAlert()
  const [open, setOpen] = useState<Kind | null>(null)
  const close = (): void => setOpen(null)
  return (
    <>
      <div className={styles.row}>
        {KINDS.map((kind) => (
          <Button key={kind} onClick={() => setOpen(kind)}>
            {kind}
          </Button>
        ))}
        <Button onClick={() => void confirm({ title: '关闭站点', text: '确定关闭站点？' })}>确认</Button>
        <Button onClick={() => void confirm({ title: '删除', text: '确认删除？ 操作不可撤销！', danger: true })}>
          危险操作的确认
        </Button>
        <Button onClick={() => void alert({ title: '提示', text: '无法打开该格式的文件' })}>提示</Button>
      </div>
      {open === '表单' && <SampleForm onClose={close} />}
      {open === '两人同时修改' && <SampleForm conflict onClose={close} />}
      {open === '分步表单' && <SampleWizard onClose={close} />}
      {(open === '选择一条' || open === '选择多条') && <SamplePicker many={open === '选择多条'} onClose={close} />}
      {open === '抽屉' && (
        <DetailDrawer title="邮件详情" onClose={close} footer={<Button onClick={close}>关闭</Button>}>
          <Facts
            facts={[
              { name: '收件人', value: 'editor@example.com', copy: true },
              { name: '主题', value: LONG_TITLE },
            ]}
          />
        </DetailDrawer>
      )}
      {open === '面板' && (
        <PanelDialog title={LONG_TITLE} size="medium" onClose={close} footer={<Button onClick={close}>关闭</Button>}>
          <Text>{LONG_TITLE}</Text>
        </PanelDialog>
      )}
    </>
  )
}

function SamplePicker({ many, onClose }: { many: boolean; onClose: () => void }) {
  const toast = useToast()
  const paging = usePaging(10)
  const found = sampleRows(47).filter((row) => row.title.includes(paging.input.key))
  return (
    <PickerDialog
      title={many ? '选择站点（可多选）' : '选择站点'}
      many={many}
      paging={paging}
      read={pageRead(found, paging.input)}
      columns={[column('title', '名称'), column('owner', '负责人', '120px')]}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.title}
      search="搜索名称"
      onConfirm={(picked) => {
        toast.success(`已选择 ${picked.map((each) => each.label).join('、')}`)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
