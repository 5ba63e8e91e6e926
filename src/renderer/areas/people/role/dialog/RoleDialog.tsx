import type { Role, RoleDetail } from '#shared/contract/role.ts'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'
import { RoleForm } from './RoleForm.tsx'
import { readRole } from './useRoleSites.ts'

interface Props {
  /** 0: a new group. */
  id: number
  /** Where a new group stands at first. */
  parentId: number
  /** A new group begins with the grants of this one. */
  copyOf?: number
  /** The group of the signed-in account. */
  ownGroup: number
  /** The groups below it. */
  groups: readonly Role[]
  onClose: () => void
}

/** The system's own tree comes with the dialog, those of the sites when their tab is opened. */
const FIRST_SITE = 0

/** C·§2: name, introduction and parent of a group, and what it is granted in each site. */
export function RoleDialog({ id, copyOf, ...rest }: Props) {
  const { data, error, retry } = useLoaded(() => (copyOf === undefined ? readRole(id, FIRST_SITE) : readRole(copyOf)))
  const title = id === 0 ? '新增用户组' : `编辑用户组“${data?.name ?? ''}”`
  if (data)
    return (
      <RoleForm
        title={title}
        detail={copyOf === undefined ? data : asNew(data)}
        copied={copyOf !== undefined}
        {...rest}
      />
    )
  return <LoadingDialog title={title} size="small" onClose={rest.onClose} error={error} onRetry={retry} />
}

const asNew = ({ version: _version, ...detail }: RoleDetail): RoleDetail => ({
  ...detail,
  id: 0,
  name: `${detail.name} 副本`,
  kept: 0,
})
