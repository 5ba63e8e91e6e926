import { makeStyles } from '@fluentui/react-components'
import {
  DeleteRegular,
  EditRegular,
  KeyResetRegular,
  LockOpenRegular,
  PersonAvailableRegular,
  PersonProhibitedRegular,
  PlugDisconnectedRegular,
  ShieldDismissRegular,
} from '@fluentui/react-icons'
import type { Account } from '#shared/contract/accountEdit.ts'
import { type MoreAction, MoreMenu } from '#renderer/ui/table/MoreMenu.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { AccountActions } from './useAccountActions.ts'

const useStyles = makeStyles({ root: { display: 'inline-flex', alignItems: 'center' } })

/** C·§2: edit and delete; everything else in a menu. */
export function RowButtons({ account, actions }: { account: Account; actions: AccountActions }) {
  const styles = useStyles()
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
    { title: '全部下线', icon: PlugDisconnectedRegular, run: () => actions.signOut(account) },
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
