import { Button } from '@fluentui/react-components'
import { useMemo, useState } from 'react'
import type { User } from '#shared/contract/account.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PickerDialog } from '#renderer/ui/dialogs/PickerDialog.tsx'
import type { Picked } from '#renderer/ui/dialogs/usePicked.ts'
import { useSaveLock } from '#renderer/ui/dialogs/useSaveLock.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { usePaging } from '#renderer/ui/table/usePaging.ts'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { groupItems } from './groupItems.ts'

/** B·§9. */
const PAGE_SIZE = 10
/** B·§4: ms that the confirm button stays busy after its call has returned. */
export const PICK_LOCK_MS = 400

const COLUMNS: readonly TableColumn<User>[] = [
  { key: 'userName', title: '账号', width: '140px', render: (row) => row.userName },
  { key: 'trueName', title: '姓名', width: '120px', render: (row) => row.trueName },
  { key: 'groupName', title: '管理组', width: '140px', render: (row) => row.groupName },
  { key: 'email', title: '邮箱', render: (row) => row.email },
]

const keyOf = (user: User): number => user.id
/** A user in one line: 李婷（editor）. */
export const userLabel = ({ trueName, userName }: Pick<User, 'trueName' | 'userName'>): string =>
  trueName ? `${trueName}（${userName}）` : userName
const pickedOf = (user: User): Picked<number, User> => ({ key: user.id, label: userLabel(user), row: user })

interface Props {
  title?: string
  /** Users that are chosen at first. */
  chosen?: readonly User[]
  /**
   * The owner then closes the dialog. A promise keeps the button busy; after a rejection the dialog stays, and the owner
   * shows the error, as useWrite does.
   */
  onConfirm: (users: readonly User[]) => unknown
  onClose: () => void
}

/** Chooses accounts as recipients (B·§2) across pages, groups and searches. Render it only while it is open. */
export function UserPicker({ title = '选择用户', chosen = [], onConfirm, onClose }: Props) {
  const toast = useToast()
  const { groupId: ownGroup } = useAuthority()
  const [groupId, setGroupId] = useState(0)
  const paging = usePaging(PAGE_SIZE)
  const { busy, run } = useSaveLock(PICK_LOCK_MS)
  const { page: pageIndex, size: pageSize, key } = paging.input
  const query = { pageSize, pageIndex, groupId, key, colleagues: true }
  const read = useRead('account.pageUser', query, { quiet: true, keepPrevious: true })

  const choose = (next: number): void => {
    setGroupId(next)
    paging.setPage(1)
  }
  const clear = (): void => {
    paging.search('')
    choose(0)
  }
  const confirm = (picked: readonly Picked<number, User>[]): void => {
    if (busy) return
    if (picked.length === 0) return toast.error('请选择数据！')
    const users = picked.flatMap(({ row }) => (row ? [row] : []))
    run(async () => onConfirm(users)).catch(() => undefined)
  }
  const filtered = key !== '' || groupId !== 0

  return (
    <PickerDialog
      title={title}
      paging={paging}
      read={read}
      columns={COLUMNS}
      rowKey={keyOf}
      rowLabel={userLabel}
      many
      optional
      chosen={chosen.map(pickedOf)}
      search="搜索账号、姓名或邮箱"
      filters={<GroupSelect ownGroup={ownGroup} value={groupId} onChange={choose} />}
      empty={
        filtered ? (
          <EmptyState title="没有找到用户" action={<Button onClick={clear}>清空条件</Button>} />
        ) : (
          <EmptyState title="没有可选择的用户" text="可选择本用户组及下级用户组中的账号。" />
        )
      }
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

const ALL = { id: 0, title: '全部', level: 1 }
/** C·§9: lists of choices are read in one page. */
const WHOLE = { page: 1, size: 1000 } as const

interface GroupSelectProps {
  /** The user's own group, whose descendants can be chosen (B·§2); 0 while unknown. */
  ownGroup: number
  /** 0 for all groups. */
  value: number
  onChange: (groupId: number) => void
}

/** Chooses one of the groups under the user's own, 全部 first. */
function GroupSelect({ ownGroup, value, onChange }: GroupSelectProps) {
  const { data } = useRead('role.page', { parentId: ownGroup, ...WHOLE }, { enabled: ownGroup > 0 })
  const items = useMemo(() => [ALL, ...groupItems(data?.content ?? [])], [data])
  return <TruncatedSelect label="管理组" items={items} value={value} onChange={onChange} />
}
