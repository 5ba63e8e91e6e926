import { useMemo } from 'react'
import type { Account } from '#shared/contract/accountEdit.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'

/** What of the screen is open. */
export type Opened =
  | { kind: 'edit'; account: Account | null }
  | { kind: 'remove'; accounts: readonly Account[] }
  | { kind: 'departments' }
  | { kind: 'password'; account: Account; password: string }

export interface AccountActions {
  /** Why the account can be neither disabled nor deleted; null when it can. */
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

/** How these are called in a question. */
export const namesOf = (accounts: readonly Account[]): string =>
  accounts.length === 1 ? `账号“${accounts[0]?.userName ?? ''}”` : `${accounts.length} 个账号`

const idsOf = (accounts: readonly Account[]): number[] => accounts.map(({ id }) => id)

/** Stays the same while the session and `open` do. */
export function useAccountActions(open: (opened: Opened) => void): AccountActions {
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
      userName.toLowerCase() === ownName ? '这是您自己的账号' : null
    /** Keys reach what the row's button would refuse. */
    const allowed =
      (run: (accounts: readonly Account[]) => void) =>
      (accounts: readonly Account[]): void => {
        const self = accounts.map(refusal).find((reason) => reason !== null)
        if (self) toast.warning(self)
        else run(accounts)
      }
    const asked = async (title: string, text: string, run: () => void): Promise<void> => {
      if (await confirm({ title, text, danger: true })) run()
    }
    return {
      refusal,
      edit: (account) => open({ kind: 'edit', account }),
      remove: allowed((accounts) => open({ kind: 'remove', accounts })),
      enable: (accounts) => setStatus({ idList: idsOf(accounts), isStatus: true }),
      disable: allowed((accounts) => {
        const run = (): void => setStatus({ idList: idsOf(accounts), isStatus: false })
        void asked(`停用${namesOf(accounts)}`, '停用后不能登录，已登录的地方会立即下线。以后可以重新启用。', run)
      }),
      unlock: ({ id }) => unlock({ id }),
      reset: (account) => {
        const { id, userName } = account
        const run = (): void =>
          reset({ id }, { onSuccess: ({ data }) => open({ kind: 'password', account, password: data.password }) })
        void asked(
          `重置账号“${userName}”的密码`,
          '系统会生成一个新密码，只显示一次。原密码失效，已登录的地方会全部下线，下次登录后必须先修改密码。',
          run,
        )
      },
      resetFactor: ({ id, userName }) =>
        void asked(
          `重置账号“${userName}”的两步验证`,
          '用于本人丢失手机和恢复码时。请先确认是本人提出的。重置后只凭密码就能登录，已登录的地方会全部下线；要求两步验证的用户组会在下次登录时重新设置。',
          () => resetFactor({ id }),
        ),
      signOut: ({ id, userName }) =>
        void asked(
          `让账号“${userName}”全部下线`,
          '这个账号在所有地方的登录都会立即结束，没有保存的内容可能丢失。',
          () => signOut({ id }),
        ),
    }
  }, [ownName, confirm, toast, open, setStatus, unlock, reset, resetFactor, signOut])
}
