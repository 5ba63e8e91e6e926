import { Button, makeStyles, MessageBar, MessageBarBody, Text } from '@fluentui/react-components'
import { PersonSearchRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { User } from '#shared/contract/account.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import type { Right } from '#shared/contract/role.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { RIGHTS } from '#renderer/features/people/text.ts'
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
  { key: 'path', title: RIGHTS.column, render: (row) => row.path },
  { key: 'settings', title: RIGHTS.settings, width: 'minmax(200px, 1.4fr)', render: (row) => namesOf(row.settings) },
  { key: 'role', title: RIGHTS.role, width: '180px', render: (row) => row.roleName },
]
/** The names of permissions, joined. */
export const namesOf = (settings: readonly { name: string }[]): string =>
  settings.map(({ name }) => name).join('、') || RIGHTS.shownOnly
const NONE: readonly Right[] = []
const noChildren = (): readonly Right[] => NONE

interface Props {
  /** null: none is chosen yet. */
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
  const found = accountId === null ? undefined : read.data
  return (
    <>
      <Toolbar>
        <Button icon={<PersonSearchRegular />} onClick={() => setPicking(true)}>
          {RIGHTS.choose}
        </Button>
        {found && (
          <>
            <Text className={styles.name}>{userLabel(found)}</Text>
            <TruncatedSelect label={RIGHTS.site} items={sitesOf(found)} value={siteId} onChange={setSiteId} />
          </>
        )}
      </Toolbar>
      {found && <Notices found={found} />}
      {accountId === null ? (
        <EmptyState icon={PersonSearchRegular} title={RIGHTS.noAccount} text={RIGHTS.noAccountHint} />
      ) : (
        <TreeTable
          label={RIGHTS.title}
          columns={COLUMNS}
          rows={read.error ? undefined : found?.rights}
          rowKey={(row) => row.menuId}
          rowLabel={(row) => row.path}
          childrenOf={noChildren}
          read={read}
          tree={tree}
          empty={<EmptyState title={RIGHTS.none} text={RIGHTS.noneHint} />}
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

function Notices({ found }: { found: Answer }) {
  const notices = [
    ...(found.everything ? [RIGHTS.everything(userLabel(found))] : []),
    ...(found.isStatus ? [] : [RIGHTS.disabled]),
    ...(found.unseen > 0 ? [RIGHTS.unseen(found.unseen)] : []),
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
      title={RIGHTS.choose}
      paging={paging}
      read={read}
      columns={PICK_COLUMNS}
      rowKey={(user) => user.id}
      rowLabel={userLabel}
      search={RIGHTS.search}
      onConfirm={([picked]) => picked?.row && onPick(picked.row)}
      onClose={onClose}
    />
  )
}
