import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { useMemo, useState } from 'react'
import { type Role, type RoleDetail, roleSave } from '#shared/contract/role.ts'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { ChangesDialog } from './ChangesDialog.tsx'
import { Permissions } from './Permissions.tsx'
import { isChanged } from './siteTicks.ts'
import { useRoleSites } from './useRoleSites.ts'
import { useSaveRole } from './useSaveRole.ts'
import type { FieldValues } from 'react-hook-form'
import { groupItems } from '#renderer/features/people/picker/groupItems.ts'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'

const withoutGroup = (groups: readonly Role[], id: number): Role[] =>
  groups.flatMap((group) =>
    group.id === id ? [] : [{ ...group, childAdminGroup: withoutGroup(group.childAdminGroup, id) }],
  )

interface ParentOptions {
  /** The descendants of the own group. */
  groups: readonly Role[]
  /** The edited group, which can't be moved below itself or its descendants. */
  id: number
}

/** The choice of a parent: the tree of groups with a top-level option (C·§2). */
function ParentField<In extends FieldValues, Out>({ groups, id, ...bound }: Bound<In, Out> & ParentOptions) {
  const items = useMemo(
    () => [
      { id: 0, title: '顶级用户组', level: 1 },
      ...groupItems(withoutGroup(groups, id)).map((item) => ({ ...item, level: item.level + 1 })),
    ],
    [groups, id],
  )
  return (
    <FieldFrame {...bound}>
      {({ value, onChange }) => (
        <TruncatedSelect
          label={bound.label}
          items={items}
          value={value ?? 0}
          onChange={onChange}
          disabled={bound.disabled ?? false}
          wide
        />
      )}
    </FieldFrame>
  )
}

const useStyles = makeStyles({
  top: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: tokens.spacingHorizontalL },
  tall: { gridRow: 'span 2' },
})

const form = roleSave.omit({ authority: true, version: true })

interface Props {
  title: string
  detail: RoleDetail
  isCopy: boolean
  parentId: number
  ownGroupId: number
  groups: readonly Role[]
  onClose: () => void
}

export function RoleForm({ title, detail, isCopy, parentId, ownGroupId, groups, onClose }: Props) {
  const styles = useStyles()
  const { id } = detail
  const state = useRoleSites(id, detail, isCopy)
  const { save, asked } = useSaveRole(detail, state)
  const currentParentId = id === 0 ? parentId : detail.parentId
  const [values] = useState({
    id,
    name: detail.name,
    note: detail.note,
    parentId: currentParentId === ownGroupId ? 0 : currentParentId,
  })
  return (
    <>
      <FormDialog
        title={title}
        size="role"
        schema={form}
        values={values}
        changed={state.sites.some(isChanged)}
        save={save}
        onClose={onClose}
      >
        {(control) => (
          <>
            <div className={styles.top}>
              <TextField
                control={control}
                name="name"
                label="用户组名称"
                required
                maxLength={254}
                autoFocus={id === 0}
              />
              <div className={styles.tall}>
                <TextAreaField control={control} name="note" label="用户组介绍" maxLength={1000} rows={4} />
              </div>
              <ParentField
                control={control}
                name="parentId"
                label="上级用户组"
                groups={groups}
                id={id}
                disabled={id === SUPER_GROUP}
              />
            </div>
            {detail.kept > 0 && (
              <MessageBar>
                <MessageBarBody>{`该用户组另有 ${detail.kept} 个栏目的权限超出当前账号的权限，不显示，保存时保持不变。`}</MessageBarBody>
              </MessageBar>
            )}
            {id === SUPER_GROUP ? (
              <MessageBar>
                <MessageBarBody>超级管理员拥有全部站点和栏目的全部权限，不需要设置。</MessageBarBody>
              </MessageBar>
            ) : (
              <Permissions id={id} state={state} groups={groups} />
            )}
          </>
        )}
      </FormDialog>
      {asked && <ChangesDialog {...asked} />}
    </>
  )
}
