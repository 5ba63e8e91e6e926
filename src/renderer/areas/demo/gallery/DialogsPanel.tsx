import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { DetailDrawer } from '#renderer/ui/dialogs/DetailDrawer.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { PickerDialog } from '#renderer/ui/dialogs/PickerDialog.tsx'
import { useAlert, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { usePaging } from '#renderer/ui/table/usePaging.ts'
import { LONG, sampleRows } from '../shared/samples.ts'
import { SampleForm, SampleWizard } from './sampleForms.tsx'

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

const KINDS = ['表单', '两人同时修改', '分步表单', '选择一条', '选择多条', '抽屉', '面板'] as const
type Kind = (typeof KINDS)[number]

/** Buttons that open every kind of dialog. */
export function DialogsPanel() {
  const styles = useStyles()
  const confirm = useConfirm()
  const alert = useAlert()
  const [open, setOpen] = useState<Kind | null>(null)
  const close = (): void => setOpen(null)
  return (
    <>
      <div className={styles.buttons}>
        {KINDS.map((kind) => (
          <Button key={kind} onClick={() => setOpen(kind)}>
            {kind}
          </Button>
        ))}
        <Button onClick={() => void confirm({ title: '关闭站点', text: '确定关闭站点？' })}>确认</Button>
        <Button onClick={() => void confirm({ title: '删除', text: '确认删除？ 操作不可撤销！', danger: true })}>
          危险操作的确认
        </Button>
        <Button onClick={() => void alert({ title: '提示', text: '文件格式不能打开' })}>提示</Button>
      </div>
      {open === '表单' && <SampleForm onClose={close} />}
      {open === '两人同时修改' && <SampleForm conflict onClose={close} />}
      {open === '分步表单' && <SampleWizard onClose={close} />}
      {(open === '选择一条' || open === '选择多条') && <Picking many={open === '选择多条'} onClose={close} />}
      {open === '抽屉' && (
        <DetailDrawer title="邮件详情" onClose={close} footer={<Button onClick={close}>关闭</Button>}>
          <Facts
            facts={[
              { name: '收件人', value: 'editor@example.com', copy: true },
              { name: '主题', value: LONG },
            ]}
          />
        </DetailDrawer>
      )}
      {open === '面板' && (
        <PanelDialog title={LONG} size="medium" onClose={close} footer={<Button onClick={close}>关闭</Button>}>
          <Text>{LONG}</Text>
        </PanelDialog>
      )}
    </>
  )
}

function Picking({ many, onClose }: { many: boolean; onClose: () => void }) {
  const toast = useToast()
  const paging = usePaging(10)
  const { page, size, key } = paging.input
  const found = sampleRows(47).filter((row) => row.title.includes(key))
  return (
    <PickerDialog
      title={many ? '选择站点（可多选）' : '选择站点'}
      many={many}
      paging={paging}
      read={{
        data: { content: found.slice((page - 1) * size, page * size), totalElements: found.length },
        isPending: false,
        error: null,
        refetch: () => undefined,
      }}
      columns={[
        { key: 'title', title: '名称', render: (row) => row.title },
        { key: 'owner', title: '负责人', width: '120px', render: (row) => row.owner },
      ]}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.title}
      search="搜索名称"
      onConfirm={(picked) => {
        toast.success(`选择了 ${picked.map((each) => each.label).join('、')}`)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
