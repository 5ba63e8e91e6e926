import { Button, Text } from '@fluentui/react-components'
import { EditRegular, PeopleRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { Account } from '#shared/contract/accountEdit.ts'
import type { Department } from '#shared/contract/department.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import { Pager } from '#renderer/ui/table/Pager.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { usePaging } from '#renderer/ui/table/usePaging.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { AccountDialog } from '../AccountDialog.tsx'
import { useGroups } from '../useGroups.ts'

/** The accounts of a department. Editing an account moves it to another department. */
export function DepartmentAccounts({ department, onClose }: { department: Department; onClose: () => void }) {
  const paging = usePaging(10)
  const input = { departmentId: department.id, ...paging.input }
  const read = useRead('account.page', input, { quiet: true, keepPrevious: true })
  const groups = useGroups()
  const [edited, setEdited] = useState<Account | null>(null)
  useTabOpen('DepartmentAccounts', edited, setEdited)
  const columns = useMemo(() => columnsOf(setEdited), [])
  const title = `部门“${department.title}”的账号`
  return (
    <PanelDialog title={title} size="medium" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <Text>列出本用户组和下级用户组中属于该部门的账号。如需更换部门，请编辑账号。</Text>
      <Toolbar>
        <SearchBox value={paging.input.key} onSearch={paging.search} placeholder="搜索账号、姓名、邮箱、手机号" />
      </Toolbar>
      <DataTable
        label={title}
        columns={columns}
        rows={read.error ? undefined : read.data?.content}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.userName}
        read={read}
        onOpen={setEdited}
        empty={
          paging.input.key ? (
            <EmptyState title="没有找到" />
          ) : (
            <EmptyState icon={PeopleRegular} title="该部门还没有账号" text="请编辑账号，在“所属部门”中选择该部门。" />
          )
        }
      />
      <Pager paging={paging} total={read.data?.totalElements ?? 0} />
      {edited && <AccountDialog account={edited} groups={groups} roleId={0} onClose={() => setEdited(null)} />}
    </PanelDialog>
  )
}

const columnsOf = (edit: (account: Account) => void): TableColumn<Account>[] => [
  { key: 'userName', title: '账号', width: '160px', render: (row) => row.userName },
  { key: 'trueName', title: '姓名', width: '140px', render: (row) => row.trueName },
  { key: 'email', title: '邮箱', render: (row) => row.email },
  { key: 'group', title: '管理员组', width: '140px', render: (row) => row.groupName },
  {
    key: 'actions',
    title: '操作',
    width: '72px',
    align: 'end',
    render: (row) => (
      <RowActions row={row.userName} actions={[{ title: '编辑', icon: EditRegular, run: () => edit(row) }]} />
    ),
  },
]
