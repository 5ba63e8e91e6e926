import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Role } from '#shared/contract/role.ts'
import { groupItems } from '#renderer/features/people/picker/groupItems.ts'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { ROLE_DIALOG } from '../text.ts'

const without = (groups: readonly Role[], id: number): Role[] =>
  groups.flatMap((group) =>
    group.id === id ? [] : [{ ...group, childAdminGroup: without(group.childAdminGroup, id) }],
  )

interface Extras {
  /** The groups below the user's own one. */
  groups: readonly Role[]
  /** The group that is edited: neither itself nor what is below it can be its parent. */
  id: number
}

/** The parent of a group: a tree of groups with a top-level option (C·§2). */
export function ParentField<In extends FieldValues, Out>({ groups, id, ...bound }: Bound<In, Out> & Extras) {
  const items = useMemo(
    () => [
      { id: 0, title: ROLE_DIALOG.top, level: 1 },
      ...groupItems(without(groups, id)).map((item) => ({ ...item, level: item.level + 1 })),
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
