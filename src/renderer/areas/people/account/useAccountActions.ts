import { useMemo } from 'react'
import type { Account } from '#shared/contract/accountEdit.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'

/** The dialog that is open. */
export type OpenDialog =
  | { kind: 'edit'; account: Account | null }
  | { kind: 'remove'; accounts: readonly Account[] }
  | { kind: 'departments' }
  | { kind: 'password'; account: Account; password: string }

export interface AccountActions {
  /** Why the account can't be disabled, deleted or reset, or null. */
  refusal: (account: Account) => string | null
  edit: (account: Account) => void
  remove: (accounts: readonly Account[]) => void
  enable: (accounts: readonly Account[]) => void
  disable: (accounts: readonly Account[]) => void
  unlock: (account: Account) => void
  reset: (account: Account) => void
  resetFactor: (account: Account) => void
  signOut: (account: Account) => void
}

/** The accounts as the object of a confirmation. */
export const describeAccounts = (accounts: readonly Account[]): string =>
  accounts.length === 1 ? `账号“${accounts[0]?.userName ?? ''}”` : `${accounts.length} 个账号`

const idsOf = (accounts: readonly Account[]): number[] => accounts.map(({ id }) => id)

/** The result is stable while the session and `open` are. */
export function useAccountActions(open: (opened: OpenDialog) => void): AccountActions {
  const ownName = useSession()?.username.toLowerCase()
  const confirm = useConfirm()
  const toast = useToast()
  const { mutate: setStatus } = useWrite('account.updateStatus')
  const { mutate: unlock } = useWrite('account.unlock')
  const { mutate: reset } = useWrite('account.resetPassword', { success: false })
  const { mutate: resetFactor } = useWrite('account.resetSecondFactor')
  const { mutate: signOut } = useWrite('account.signOutEverywhere')
  return useMemo(() => {
    const refusal = ({ userName }: Account): string | null =>
      userName.toLowerCase() === ownName ? '不能对自己的账号执行此操作' : null
    /** Repeats the button's check, because keyboard shortcuts bypass the disabled button. */
    const unlessOwnAccount =
      (run: (accounts: readonly Account[]) => void) =>
      (accounts: readonly Account[]): void => {
        const self = accounts.map(refusal).find((reason) => reason !== null)
        if (self) toast.warning(self)
        else run(accounts)
      }
    const confirmAndRun = async (title: string, text: string, confirmText: string, run: () => void): Promise<void> => {
      if (await confirm({ title, text, confirmText, danger: true })) run()
    }
    return {
      refusal,
      edit: (account) => open({ kind: 'edit', account }),
      remove: unlessOwnAccount((accounts) => open({ kind: 'remove', accounts })),
      enable: (accounts) => setStatus({ idList: idsOf(accounts), isStatus: true }),
      disable: unlessOwnAccount((accounts) => {
        const run = (): void => setStatus({ idList: idsOf(accounts), isStatus: false })
        void confirmAndRun(
          `停用${describeAccounts(accounts)}`,
          '停用后不能登录，已有的登录立即退出。之后可以重新启用。',
          '停用',
          run,
        )
      }),
      unlock: ({ id }) => unlock({ id }),
      reset: (account) => {
        const { id, userName } = account
        const run = (): void =>
          reset({ id }, { onSuccess: ({ data }) => open({ kind: 'password', account, password: data.password }) })
        void confirmAndRun(
          `重置账号“${userName}”的密码`,
          '系统将生成一个新密码，只显示一次。原密码失效，已有的登录全部退出，下次登录后必须先修改密码。',
          '重置密码',
          run,
        )
      },
      resetFactor: ({ id, userName }) =>
        void confirmAndRun(
          `重置账号“${userName}”的两步验证`,
          '用于本人丢失手机和恢复码时，请先确认由本人提出。重置后仅凭密码即可登录，已有的登录全部退出；所在用户组要求两步验证时，下次登录需要重新设置。',
          '重置两步验证',
          () => resetFactor({ id }),
        ),
      signOut: ({ id, userName }) =>
        void confirmAndRun(
          `退出账号“${userName}”的全部登录`,
          '该账号在所有设备上的登录将立即退出，未保存的内容可能丢失。',
          '全部退出登录',
          () => signOut({ id }),
        ),
    }
  }, [ownName, confirm, toast, open, setStatus, unlock, reset, resetFactor, signOut])
}
