import { ArrowDownloadRegular, PersonDeleteRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import type { Member } from '#shared/contract/member.ts'
import { type MemberDeed, memberRefusal } from '#shared/domain/memberAccess.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useExport } from '#renderer/features/sheets/useExport.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import type { MoreAction } from '#renderer/ui/table/MoreMenu.tsx'
import { MEMBER } from './text.ts'

/** What can be done with the members of the list. */
export interface MemberActions {
  edit: (member: Member) => void
  remove: (member: Member) => void
  enable: (member: Member, isEnable: boolean) => Promise<unknown>
  /** Why this can't be done with it; null when it can. */
  refusal: (member: Member, deed: MemberDeed) => string | null
  /** What stands in its menu. */
  more: (member: Member) => MoreAction[]
}

/** The actions of a row; `edit` and `remove` are the screen's. */
export function useMemberActions({ edit, remove }: Pick<MemberActions, 'edit' | 'remove'>): MemberActions {
  const who = useAuthority()
  const confirm = useConfirm()
  const { mutateAsync: enable } = useWrite('member.enableOrDisable')
  const { mutateAsync: erase } = useWrite('member.erase')
  const { start } = useExport()
  return useMemo(() => {
    const refusal: MemberActions['refusal'] = ({ isErased }, deed) =>
      memberRefusal(who, deed) ?? (isErased && deed !== 'remove' ? MEMBER.erasedRefusal : null)
    const eraseOne = async ({ id, userName }: Member): Promise<void> => {
      const question = { title: MEMBER.eraseTitle(userName), text: MEMBER.eraseText, confirmText: MEMBER.eraseConfirm }
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
          title: MEMBER.personalData,
          icon: ArrowDownloadRegular,
          refusal: refusal(member, 'export') ?? refusal(member, 'edit'),
          run: () =>
            start({ operation: 'member.personalData', input: { id: member.id } }, MEMBER.personalDataName(member.id)),
        },
        {
          title: MEMBER.erase,
          icon: PersonDeleteRegular,
          refusal: memberRefusal(who, 'remove') ?? (member.isErased ? MEMBER.erasedRefusal : null),
          run: () => void eraseOne(member),
        },
      ],
    }
  }, [who, confirm, enable, erase, start, edit, remove])
}
