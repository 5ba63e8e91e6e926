import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { AddRegular, OrganizationRegular, PeopleRegular, ShieldLockRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type Account, ACCOUNT_SHEET_LIMIT_MB } from '#shared/contract/accountEdit.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { columnsOf } from './columns.tsx'
import { DepartmentDialog } from './department/DepartmentDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { type OpenDialog, useAccountActions } from './useAccountActions.ts'
import { useGroups } from './useGroups.ts'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import type { GroupItem } from '#renderer/features/people/picker/groupItems.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'

const useStyles = makeStyles({
  password: {
    padding: tokens.spacingHorizontalL,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    textAlign: 'center',
    overflowWrap: 'anywhere',
    userSelect: 'all',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
})

interface PasswordDialogProps {
  account: Account
  password: string
  onClose: () => void
}

/** Shows a generated password once. */
function PasswordDialog({ account, password, onClose }: PasswordDialogProps) {
  const styles = useStyles()
  const copy = useCopy()
  return (
    <PanelDialog
      title={`账号“${account.userName}”的新密码`}
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button appearance="primary" onClick={() => void copy('新密码', password)}>
            复制密码
          </Button>
        </>
      }
    >
      <code className={styles.password} aria-label="新密码">
        {password}
      </code>
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>请将新密码告知本人。关闭后无法再次查看，只能重新重置。</MessageBarBody>
      </MessageBar>
    </PanelDialog>
  )
}

interface Props {
  groups: readonly GroupItem[]
  /** 0: all. */
  value: number
  onChange: (roleId: number) => void
}

/** C·§2: filters the accounts by group; the first option is 全部. */
function GroupFilter({ groups, value, onChange }: Props) {
  const items = [{ id: 0, title: '全部', level: 1 }, ...groups]
  return <TruncatedSelect label="管理员组" items={items} value={value} onChange={onChange} />
}

/** The accounts of the staff (C·§2). */
export function AccountList() {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  useTabOpen('AccountList', opened, setOpened)
  useAutoOpenFromUrl(() => setOpened({ kind: 'edit', account: null }))
  const list = useListState({ size: 10, filters: { roleId: 0 } })
  const read = useRead('account.page', list.input, { quiet: true, keepPrevious: true })
  const groups = useGroups()
  const actions = useAccountActions(setOpened)
  const columns = useMemo(() => columnsOf(actions), [actions])
  const close = (): void => setOpened(null)
  const onRowKey = (account: Account, { key }: KeyboardEvent): void => {
    if (key === 'F2') actions.edit(account)
    if (key === 'Delete') actions.remove([account])
  }
  return (
    <ListScreen
      title="账号管理"
      text="本用户组和下级用户组中的账号"
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.userName}
      search="搜索账号、姓名、邮箱、手机号"
      filters={
        <GroupFilter
          groups={groups.visible}
          value={list.filters.roleId}
          onChange={(roleId) => list.setFilter('roleId', roleId)}
        />
      }
      actions={
        <>
          <Button icon={<ShieldLockRegular />} onClick={() => void navigate('/system/sign-in-security')}>
            登录安全
          </Button>
          <SheetButtons
            what="账号"
            at={{ siteId: 0, menuId: MENU.account }}
            exports={{ operation: 'account.exportSheet', input: { roleId: list.filters.roleId, key: list.input.key } }}
            imports={{
              call: { operation: 'account.importSheet', input: {} },
              limitMb: ACCOUNT_SHEET_LIMIT_MB,
              template: { operation: 'account.sheetTemplate', input: {} },
              checksFirst: true,
            }}
          />
          <Button icon={<OrganizationRegular />} onClick={() => setOpened({ kind: 'departments' })}>
            部门预设
          </Button>
          <Button appearance="primary" icon={<AddRegular />} onClick={() => setOpened({ kind: 'edit', account: null })}>
            新增
          </Button>
        </>
      }
      empty={
        <EmptyState icon={PeopleRegular} title="还没有账号" text="点击“新增”添加账号，添加后即可使用该账号登录。" />
      }
      onOpen={actions.edit}
      onRowKey={onRowKey}
    >
      {opened?.kind === 'edit' && (
        <AccountDialog account={opened.account} groups={groups} roleId={list.filters.roleId} onClose={close} />
      )}
      {opened?.kind === 'remove' && <RemoveDialog accounts={opened.accounts} onClose={close} />}
      {opened?.kind === 'departments' && <DepartmentDialog onClose={close} />}
      {opened?.kind === 'password' && <PasswordDialog {...opened} onClose={close} />}
    </ListScreen>
  )
}
