import { Button } from '@fluentui/react-components'
import { AddRegular, DocumentMultipleRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { Template } from '#shared/contract/template.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/kit/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/kit/feedback/States.tsx'
import { SearchBox } from '#renderer/kit/fields/SearchBox.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/kit/layout/Page.tsx'
import { DataTable } from '#renderer/kit/table/DataTable.tsx'
import { Pager } from '#renderer/kit/table/Pager.tsx'
import { usePaging } from '#renderer/kit/table/usePaging.ts'
import { TEMPLATE } from '#renderer/text/template.ts'
import { columnsOf, type TemplateActions } from './columns.tsx'
import { type Opened, TemplateDialogs } from './TemplateDialogs.tsx'

/** The templates of the sites that the account may use (A·§2 Template list). */
export function View() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const paging = usePaging(10)
  const read = useRead('template.list', paging.input, { quiet: true, keepPrevious: true })
  const confirm = useConfirm()
  const remove = useWrite('template.deleteByIdList')

  const actions = useMemo<TemplateActions>(() => {
    const open = (dialog: Opened['dialog']) => (template: Template) => setOpened({ dialog, template })
    return {
      files: open('files'),
      sync: open('sync'),
      edit: open('edit'),
      copy: open('copy'),
      remove: (template) => {
        void confirm({ title: `删除模板“${template.name}”`, text: TEMPLATE.deleteQuestion, danger: true }).then(
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
  const add = (
    <Button appearance="primary" icon={<AddRegular />} onClick={() => setOpened({ dialog: 'edit', template: null })}>
      新增
    </Button>
  )

  return (
    <Page>
      <PageHeader title="模板列表" actions={add} />
      <Toolbar>
        <SearchBox value={paging.input.key} onSearch={paging.search} placeholder="搜索名称或标识" />
      </Toolbar>
      <DataTable
        label="模板列表"
        columns={columns}
        rows={read.data?.content}
        read={read}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        onOpen={actions.files}
        onRowKey={onRowKey}
        empty={<Empty searched={paging.input.key} />}
      />
      {read.data && <Pager paging={paging} total={read.data.totalElements} />}
      {opened && <TemplateDialogs opened={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}

function Empty({ searched }: { searched: string }) {
  return searched ? (
    <EmptyState title="没有找到模板" text={`没有名称或标识包含“${searched}”的模板，换一个词试试。`} />
  ) : (
    <EmptyState
      icon={DocumentMultipleRegular}
      title="还没有模板"
      text="点“新增”建立一个模板，再在文件管理中上传它的页面、样式和图片。"
    />
  )
}
