import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import type { GroupItem } from '#renderer/features/people/picker/groupItems.ts'
import { ACCOUNT } from './text.ts'

interface Props {
  groups: readonly GroupItem[]
  /** 0: all. */
  value: number
  onChange: (roleId: number) => void
}

/** C·§2: narrows the accounts to one group, 全部 first. */
export function GroupFilter({ groups, value, onChange }: Props) {
  const items = [{ id: 0, title: ACCOUNT.allGroups, level: 1 }, ...groups]
  return <TruncatedSelect label={ACCOUNT.group} items={items} value={value} onChange={onChange} />
}
