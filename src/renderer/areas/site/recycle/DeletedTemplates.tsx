import type { RecycledTemplate } from '#shared/contract/template.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { Cover } from '#renderer/ui/viewers/Cover.tsx'
import { TitleCell } from '#renderer/ui/table/TitleCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import type { DeletionInfo } from './columns.tsx'
import { RecycleList } from './RecycleList.tsx'

const COLUMNS: readonly TableColumn<RecycledTemplate>[] = [
  {
    key: 'cover',
    title: '封面',
    width: '88px',
    render: (template) => <Cover accessPath={template.templatePic} name={template.name} />,
  },
  { key: 'name', title: '名称', render: (template) => <TitleCell title={template.name} /> },
  { key: 'folder', title: '标识符', width: '16%', render: (template) => template.folder },
]
const deletedOf = (template: RecycledTemplate): DeletionInfo => ({
  by: template.deletedBy,
  at: template.deleteDate,
  until: template.expireDate,
})
const nameOf = ({ name }: RecycledTemplate): string => name

/** Templates with their files and site bindings. */
export function DeletedTemplates() {
  const list = useListState({ size: 10, name: 'template' })
  const read = useRead('template.recycled', list.input, { quiet: true, keepPrevious: true })
  const { mutateAsync, isPending } = useWrite('template.restore')
  return (
    <RecycleList
      kind="模板"
      list={list}
      read={read}
      columns={COLUMNS}
      deleted={deletedOf}
      rowLabel={nameOf}
      search="搜索名称或标识符"
      restore={(ids) => mutateAsync([...ids])}
      busy={isPending}
    />
  )
}
