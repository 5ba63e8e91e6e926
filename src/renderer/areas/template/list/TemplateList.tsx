import { Button } from '@fluentui/react-components'
import { AddRegular, ArrowUploadRegular, DocumentMultipleRegular, FolderSyncRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { Template } from '#shared/contract/template.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { notify } from '#renderer/data/notices.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { startDownload } from '#renderer/ui/page/startDownload.ts'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { columnsOf, type TemplateActions } from './columns.tsx'
import { type OpenDialog, TemplateDialogs } from './TemplateDialogs.tsx'
import { FILE_PARAM, parseFileLink } from '#renderer/features/links/fileLink.ts'
import { useAddressParam, useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'

/** Downloads a template with its settings as a zip file. */
async function exportTemplate(id: number, name: string): Promise<void> {
  const { href, savedAs } = (await call('downloads.template', { id, name })).data
  if (href) startDownload(href, `${name}.zip`)
  if (savedAs) notify('success', `已保存到 ${savedAs}`)
}

/** The templates of the sites that the account may use (A·§2 Template list). */
export function TemplateList() {
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  useTabOpen('TemplateList', opened, setOpened)
  useAutoOpenFromUrl(() => setOpened({ dialog: 'edit', template: null }))
  useAddressParam(FILE_PARAM, (value) => setOpened({ dialog: 'file', ...parseFileLink(value) }))
  const list = useListState({ size: 10 })
  const read = useRead('template.list', list.input, { quiet: true, keepPrevious: true })
  const confirm = useConfirm()
  const remove = useWrite('template.deleteByIdList')

  const actions = useMemo<TemplateActions>(() => {
    const open = (dialog: Exclude<OpenDialog['dialog'], 'syncSite' | 'import' | 'file'>) => (template: Template) =>
      setOpened({ dialog, template })
    return {
      files: open('files'),
      sync: open('sync'),
      draft: open('draft'),
      edit: open('edit'),
      copy: open('copy'),
      exportZip: ({ id, name }) => void exportTemplate(id, name).catch(showError),
      remove: (template) => {
        void confirm({ title: `删除模板“${template.name}”`, text: '确定要删除?', danger: true }).then(
          (agreed) => agreed && remove.mutate([{ id: template.id }]),
        )
      },
    }
  }, [confirm, remove])
  const columns = useMemo(() => columnsOf(actions), [actions])

  const onRowKey = (template: Template, event: KeyboardEvent): void => {
    if (event.key === 'F2') actions.edit(template)
    if (event.key === 'Delete') actions.remove(template)
  }

  return (
    <ListScreen
      title="模板列表"
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      search="搜索名称或标识符"
      actions={
        <>
          <Button icon={<FolderSyncRegular />} onClick={() => setOpened({ dialog: 'syncSite' })}>
            同步全部模板
          </Button>
          <Button icon={<ArrowUploadRegular />} onClick={() => setOpened({ dialog: 'import' })}>
            导入
          </Button>
          <Button
            appearance="primary"
            icon={<AddRegular />}
            onClick={() => setOpened({ dialog: 'edit', template: null })}
          >
            新增
          </Button>
        </>
      }
      empty={
        <EmptyState
          icon={DocumentMultipleRegular}
          title="还没有模板"
          text="点击“新增”添加模板，再在“文件管理”中上传页面、样式和图片。"
        />
      }
      onOpen={actions.files}
      onRowKey={onRowKey}
    >
      {opened && <TemplateDialogs opened={opened} onOpen={setOpened} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}
