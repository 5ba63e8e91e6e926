import { Button, makeStyles, MessageBar, MessageBarBody, Text } from '@fluentui/react-components'
import { PersonSearchRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { User } from '#shared/contract/account.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import type { Right } from '#shared/contract/role.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PickerDialog } from '#renderer/ui/dialogs/PickerDialog.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { usePaging } from '#renderer/ui/table/usePaging.ts'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { userLabel } from '../picker/UserPicker.tsx'

type Answer = OutputOf<'role.rightsOf'>

const useStyles = makeStyles({ name: { fontWeight: 600 } })

const COLUMNS: readonly TableColumn<Right>[] = [
  { key: 'path', title: '栏目', render: (row) => row.path },
  { key: 'settings', title: '权限', width: 'minmax(200px, 1.4fr)', render: (row) => namesOf(row.settings) },
  { key: 'role', title: '授予的用户组', width: '180px', render: (row) => row.roleName },
]
/** The names of permissions, joined. */
export const namesOf = (settings: readonly { name: string }[]): string =>
  settings.map(({ name }) => name).join('、') || '可以使用，没有其他权限'
const NONE: readonly Right[] = []
const noChildren = (): readonly Right[] => NONE

interface Props {
  /** null until an account is chosen. */
  accountId: number | null
  onChoose: (accountId: number) => void
}

/** An account's permissions by site, with the group that grants each. */
export function RightsOfAccount({ accountId, onChoose }: Props) {
  const styles = useStyles()
  const [siteId, setSiteId] = useState(0)
  const [picking, setPicking] = useState(false)
  const tree = useTreeState()
  const read = useRead(
    'role.rightsOf',
    { accountId: accountId ?? 0, siteId },
    { quiet: true, enabled: accountId !== null, keepPrevious: true },
  )
  const answer = accountId === null ? undefined : read.data
  return (
    <>
      <Toolbar>
        <Button icon={<PersonSearchRegular />} onClick={() => setPicking(true)}>
          选择账号
        </Button>
        {answer && (
          <>
            <Text className={styles.name}>{userLabel(answer)}</Text>
            <TruncatedSelect label="站点" items={sitesOf(answer)} value={siteId} onChange={setSiteId} />
          </>
        )}
      </Toolbar>
      {answer && <Notices answer={answer} />}
      {accountId === null ? (
        <EmptyState
          icon={PersonSearchRegular}
          title="请选择账号"
          text="选择账号后，将显示该账号在各站点可使用的栏目和权限，以及授予权限的用户组。"
        />
      ) : (
        <TreeTable
          label="有效权限"
          columns={COLUMNS}
          rows={read.error ? undefined : answer?.rights}
          rowKey={(row) => row.menuId}
          rowLabel={(row) => row.path}
          childrenOf={noChildren}
          read={read}
          tree={tree}
          empty={<EmptyState title="没有可使用的栏目" text="该账号的用户组在此站点没有任何权限。" />}
        />
      )}
      {picking && (
        <AccountPicker
          onPick={(user) => {
            setPicking(false)
            setSiteId(0)
            onChoose(user.id)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}

const sitesOf = ({ sites, everything }: Answer) =>
  sites.map(({ siteId, siteName, menus }) => ({
    id: siteId,
    title: everything || siteId === 0 ? siteName : `${siteName}（${menus}）`,
  }))

function Notices({ answer }: { answer: Answer }) {
  const notices = [
    ...(answer.everything ? [`“${userLabel(answer)}”是超级管理员，拥有全部站点和栏目的全部权限。`] : []),
    ...(answer.isStatus ? [] : ['该账号已停用，无法登录。']),
    ...(answer.unseen > 0 ? [`另有 ${answer.unseen} 个栏目的权限超出您的权限范围，不予显示。`] : []),
  ]
  return notices.map((text) => (
    <MessageBar key={text}>
      <MessageBarBody>{text}</MessageBarBody>
    </MessageBar>
  ))
}

const PICK_COLUMNS: readonly TableColumn<User>[] = [
  { key: 'userName', title: '账号', width: '160px', render: (row) => row.userName },
  { key: 'trueName', title: '姓名', width: '140px', render: (row) => row.trueName },
  { key: 'groupName', title: '用户组', render: (row) => row.groupName },
]

function AccountPicker({ onPick, onClose }: { onPick: (user: User) => void; onClose: () => void }) {
  const paging = usePaging(10)
  const { page: pageIndex, size: pageSize, key } = paging.input
  const read = useRead('account.pageUser', { pageIndex, pageSize, key }, { quiet: true, keepPrevious: true })
  return (
    <PickerDialog
      title="选择账号"
      paging={paging}
      read={read}
      columns={PICK_COLUMNS}
      rowKey={(user) => user.id}
      rowLabel={userLabel}
      search="搜索账号、姓名或邮箱"
      onConfirm={([picked]) => picked?.row && onPick(picked.row)}
      onClose={onClose}
    />
  )
}
