import { useState } from 'react'
import type { InputOf } from '#shared/contract/registry.ts'
import type { RoleDetail } from '#shared/contract/role.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { parseConflict } from '#renderer/ui/form/compare.ts'
import type { Saved } from '#renderer/ui/form/useSaveForm.ts'
import { toAuthority, listChanges, type SiteChanges } from './siteTicks.ts'
import type { useRoleSites } from './useRoleSites.ts'

type Form = Omit<InputOf<'role.save'>, 'authority' | 'version'>

/** Nothing was saved; the dialog stays open. */
const KEEP_OPEN: Saved = { code: 0 }

const describeConflict = (who: string, when: string): string =>
  `${who || '其他人'}${when ? `于 ${when} ` : ''}修改了该用户组。是否载入最新的权限，并保留当前改动？`

/**
 * Saves a group after its changed grants are confirmed. After a conflict, only the user's own changes are applied to
 * the latest state.
 */
export function useSaveRole(detail: RoleDetail, { sites, reload }: ReturnType<typeof useRoleSites>) {
  const confirm = useConfirm()
  const toast = useToast()
  const { mutateAsync } = useWrite('role.save')
  const [latest, setLatest] = useState(detail)
  const [confirmation, setConfirmation] = useState<{
    changes: SiteChanges[]
    onAnswer: (agreed: boolean) => void
  } | null>(null)
  /** Servers of other vendors send all trees at once, and treat the saved grants as complete. */
  const [sendsAllSites] = useState(() => detail.siteItemVOList.every(({ omitted }) => !omitted) && detail.id !== 0)

  const confirmChanges = (changes: SiteChanges[]): Promise<boolean> => {
    if (changes.length === 0 || detail.id === 0) return Promise.resolve(true)
    return new Promise((resolve) =>
      setConfirmation({
        changes,
        onAnswer(yes) {
          setConfirmation(null)
          resolve(yes)
        },
      }),
    )
  }
  const reloadAfterConflict = async (error: unknown): Promise<Saved> => {
    const refused = toAppError(error)
    const meanwhile = parseConflict(refused)
    const isMissing = refused.code === 'not-found'
    if (!meanwhile && !isMissing) throw error
    if (meanwhile) {
      suppressToast(refused)
      const text = describeConflict(meanwhile.who, meanwhile.when)
      if (!(await confirm({ title: '用户组已被修改', text, confirmText: '载入并保留改动' }))) return KEEP_OPEN
    }
    setLatest(await reload())
    if (meanwhile) toast.info('已载入最新的权限并保留改动，请检查后再保存')
    return KEEP_OPEN
  }

  const save = async (form: Form): Promise<Saved> => {
    if (!(await confirmChanges(listChanges(sites)))) return KEEP_OPEN
    const authority = toAuthority(sites, sendsAllSites)
    const { version } = latest
    return mutateAsync({
      ...form,
      // An unedited field keeps the value that somebody else may have saved in the meantime.
      name: form.name === detail.name ? latest.name : form.name,
      note: form.note === detail.note ? latest.note : form.note,
      ...(authority.length > 0 && { authority }),
      ...(version !== undefined && { version }),
    }).catch(reloadAfterConflict)
  }
  return { save, asked: confirmation }
}
