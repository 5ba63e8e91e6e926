import { ArrowDownloadRegular, PersonDeleteRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import type { Member } from '#shared/contract/member.ts'
import { type MemberAction, memberRefusal } from '#shared/domain/memberAccess.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useExport } from '#renderer/features/sheets/useExport.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import type { MoreAction } from '#renderer/ui/table/MoreMenu.tsx'

/** The actions of the member list. */
export interface MemberActions {
  edit: (member: Member) => void
  remove: (member: Member) => void
  enable: (member: Member, isEnable: boolean) => Promise<unknown>
  /** Why the action is not allowed for the member, or null. */
  refusal: (member: Member, deed: MemberAction) => string | null
  /** The entries of the row's menu. */
  more: (member: Member) => MoreAction[]
}

/** Creates the actions of the rows; the screen provides `edit` and `remove`. */
export function useMemberActions({ edit, remove }: Pick<MemberActions, 'edit' | 'remove'>): MemberActions {
  const who = useAuthority()
  const confirm = useConfirm()
  const { mutateAsync: enable } = useWrite('member.enableOrDisable')
  const { mutateAsync: erase } = useWrite('member.erase')
  const { start } = useExport()
  return useMemo(() => {
    const refusal: MemberActions['refusal'] = ({ isErased }, deed) =>
      memberRefusal(who, deed) ?? (isErased && deed !== 'remove' ? '个人数据已被抹除' : null)
    const confirmErase = async ({ id, userName }: Member): Promise<void> => {
      const question = {
        title: `抹除会员“${userName}”的个人数据`,
        text: '账号、姓名、昵称、手机号、邮箱、性别、生日、头像、密码和会员组将永久清除，会员随即停用，之后只显示编号。此操作不可撤销，建议先导出该会员的个人数据。',
        confirmText: '永久抹除',
      }
      // useWrite has shown the error.
      if (await confirm({ ...question, danger: true })) await erase({ id }).catch(() => undefined)
    }
    return {
      edit,
      remove,
      refusal,
      enable: ({ id }, isEnable) => enable({ id, isEnable }),
      more: (member) => [
        {
          title: '导出个人数据',
          icon: ArrowDownloadRegular,
          refusal: refusal(member, 'export') ?? refusal(member, 'edit'),
          run: () => start({ operation: 'member.personalData', input: { id: member.id } }, `会员个人数据-${member.id}`),
        },
        {
          title: '抹除个人数据',
          icon: PersonDeleteRegular,
          refusal: memberRefusal(who, 'remove') ?? (member.isErased ? '个人数据已被抹除' : null),
          run: () => void confirmErase(member),
        },
      ],
    }
  }, [who, confirm, enable, erase, start, edit, remove])
}
