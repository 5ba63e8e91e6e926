import { Button } from '@fluentui/react-components'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import type { OutputOf } from '#shared/contract/registry.ts'
import type { Role } from '#shared/contract/role.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { groupItems } from '#renderer/features/people/picker/groupItems.ts'
import { RightsDialog } from '#renderer/features/people/rights/RightsDialog.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import { Pager } from '#renderer/ui/table/Pager.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { usePaging } from '#renderer/ui/table/usePaging.ts'
import { ShieldKeyholeRegular } from '@fluentui/react-icons'

type Row = OutputOf<'role.accounts'>['content'][number]

interface Props {
  group: Role
  /** The groups to which the accounts can be moved. */
  groups: readonly Role[]
  onClose: () => void
}

/** The accounts of a group. All of them can be moved to another group, so that the group can be deleted. */
export function AccountsDialog({ group, groups, onClose }: Props) {
  const paging = usePaging(20)
  const read = useRead('role.accounts', { id: group.id, ...paging.input }, { quiet: true, keepPrevious: true })
  const [moving, setMoving] = useState(false)
  const [rightsOf, setRightsOf] = useState<number | null>(null)
  const columns = useMemo(() => columnsOf(setRightsOf), [])
  const total = read.data?.totalElements ?? 0
  return (
    <PanelDialog
      title={`“${group.name}”中的账号`}
      size="medium"
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <Toolbar
        end={
          <Button disabledFocusable={total === 0} onClick={() => total > 0 && setMoving(true)}>
            全部移到其他用户组
          </Button>
        }
      >
        <SearchBox value={paging.input.key} onSearch={paging.search} placeholder="搜索账号、姓名或邮箱" />
      </Toolbar>
      <DataTable
        label={`“${group.name}”中的账号`}
        columns={columns}
        rows={read.error ? undefined : read.data?.content}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.userName}
        read={read}
        empty={<EmptyState title="该用户组中没有账号" />}
      />
      <Pager paging={paging} total={total} />
      {moving && <MoveDialog group={group} groups={groups} onClose={() => setMoving(false)} />}
      {rightsOf !== null && <RightsDialog accountId={rightsOf} onClose={() => setRightsOf(null)} />}
    </PanelDialog>
  )
}

const columnsOf = (onShowRights: (id: number) => void): TableColumn<Row>[] => [
  { key: 'userName', title: '账号', width: '160px', render: (row) => row.userName },
  { key: 'trueName', title: '姓名', width: '140px', render: (row) => row.trueName },
  { key: 'email', title: '邮箱', render: (row) => row.email },
  {
    key: 'isStatus',
    title: '状态',
    width: '80px',
    render: (row) => (row.isStatus ? '正常' : '停用'),
  },
  {
    key: 'actions',
    title: '操作',
    width: '72px',
    align: 'end',
    render: (row) => (
      <RowActions
        row={row.userName}
        actions={[{ title: '有效权限', icon: ShieldKeyholeRegular, run: () => onShowRights(row.id) }]}
      />
    ),
  },
]

const form = z.object({ toId: z.number().min(1, '请选择用户组') })

function MoveDialog({ group, groups, onClose }: Props) {
  const { mutateAsync } = useWrite('role.moveAccounts')
  const items = useMemo(() => groupItems(groups).filter(({ id }) => id !== group.id), [groups, group])
  return (
    <FormDialog
      title={`移动“${group.name}”中的账号`}
      schema={form}
      values={{ toId: 0 }}
      save={({ toId }) => mutateAsync({ id: group.id, toId })}
      onClose={onClose}
    >
      {(control) => (
        <FieldFrame control={control} name="toId" label="目标用户组" required>
          {({ value, onChange }) => (
            <TruncatedSelect
              label="目标用户组"
              items={items}
              value={value}
              onChange={onChange}
              placeholder="请选择用户组"
              wide
            />
          )}
        </FieldFrame>
      )}
    </FormDialog>
  )
}
