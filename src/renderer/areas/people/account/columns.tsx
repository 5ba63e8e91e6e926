import { makeStyles, tokens } from '@fluentui/react-components'
import type { Account } from '#shared/contract/accountEdit.ts'
import {
  DeleteRegular,
  EditRegular,
  KeyResetRegular,
  LockOpenRegular,
  PersonAvailableRegular,
  PersonProhibitedRegular,
  PlugDisconnectedRegular,
  ShieldDismissRegular,
  ShieldKeyholeRegular,
} from '@fluentui/react-icons'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { type MoreAction, MoreMenu } from '#renderer/ui/table/MoreMenu.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import type { AccountActions } from './useAccountActions.ts'

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: '3em' },
  badges: { flexShrink: 0 },
  factor: { display: 'inline-flex', flexShrink: 0, color: tokens.colorPaletteGreenForeground1 },
  muted: { color: tokens.colorNeutralForeground3 },
})

const useRowButtonsStyles = makeStyles({ root: { display: 'inline-flex', alignItems: 'center' } })

/** C·§2: edit and delete as buttons; the other actions in a menu. */
function RowButtons({ account, actions }: { account: Account; actions: AccountActions }) {
  const styles = useRowButtonsStyles()
  const refusal = actions.refusal(account)
  const more: MoreAction[] = [
    account.isStatus
      ? { title: '停用', icon: PersonProhibitedRegular, refusal, run: () => actions.disable([account]) }
      : { title: '启用', icon: PersonAvailableRegular, run: () => actions.enable([account]) },
    ...(account.isLocked ? [{ title: '解除锁定', icon: LockOpenRegular, run: () => actions.unlock(account) }] : []),
    { title: '重置密码', icon: KeyResetRegular, refusal, run: () => actions.reset(account) },
    ...(account.hasSecondFactor
      ? [{ title: '重置两步验证', icon: ShieldDismissRegular, refusal, run: () => actions.resetFactor(account) }]
      : []),
    { title: '全部退出登录', icon: PlugDisconnectedRegular, run: () => actions.signOut(account) },
  ]
  return (
    <div className={styles.root}>
      <RowActions
        row={account.userName}
        actions={[
          { title: '编辑', icon: EditRegular, run: () => actions.edit(account) },
          { title: '删除', icon: DeleteRegular, refusal, run: () => actions.remove([account]) },
        ]}
      />
      <MoreMenu row={account.userName} items={more} />
    </div>
  )
}

/** C·§2: account, name, e-mail, time and IP address of the last sign-in, number of sign-ins, group and actions. */
export const columnsOf = (actions: AccountActions): TableColumn<Account>[] => [
  { key: 'userName', title: '账号', minWidth: 150, render: (row) => <AccountName account={row} /> },
  { key: 'trueName', title: '姓名', width: '96px', render: (row) => row.trueName },
  { key: 'email', title: '邮箱', width: '16%', minWidth: 156, render: (row) => row.email },
  { key: 'lastModifiedDate', title: '最后登录时间', width: '158px', render: (row) => <LastSignIn account={row} /> },
  { key: 'lastLoginIp', title: '最后登录IP', width: '116px', render: (row) => row.lastLoginIp },
  { key: 'loginTimes', title: '登录总次数', width: '96px', align: 'end', render: (row) => String(row.loginTimes) },
  { key: 'groupName', title: '管理员组', width: '10%', minWidth: 98, render: (row) => row.groupName },
  {
    key: 'actions',
    title: '操作',
    width: '112px',
    align: 'end',
    pin: 'end',
    render: (row) => <RowButtons account={row} actions={actions} />,
  },
]

/** The name, with badges for states that affect the sign-in. */
function AccountName({ account }: { account: Account }) {
  const styles = useStyles()
  const { userName, isStatus, isLocked, mustChangePassword, hasSecondFactor } = account
  const badges = [
    ...(isStatus ? [] : [{ title: '已停用', color: 'informative' as const }]),
    ...(isLocked ? [{ title: '已锁定', color: 'danger' as const }] : []),
    ...(mustChangePassword ? [{ title: '待改密码', color: 'warning' as const }] : []),
  ]
  return (
    <span className={styles.name}>
      <span className={styles.text} title={userName}>
        {userName}
      </span>
      {hasSecondFactor && (
        <span className={styles.factor} role="img" title="已开启两步验证" aria-label="已开启两步验证">
          <ShieldKeyholeRegular fontSize={16} />
        </span>
      )}
      {badges.length > 0 && (
        <span className={styles.badges}>
          <StateBadges badges={badges} />
        </span>
      )}
    </span>
  )
}

function LastSignIn({ account }: { account: Account }) {
  const styles = useStyles()
  return account.lastModifiedDate || <span className={styles.muted}>从未登录</span>
}
