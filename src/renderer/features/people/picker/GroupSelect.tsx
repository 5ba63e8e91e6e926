import { useMemo } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { USER_PICKER } from '#renderer/features/people/text.ts'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { groupItems } from './groupItems.ts'

const ALL = { id: 0, title: USER_PICKER.all, level: 1 }
/** C·§9: lists of choices come whole. */
const WHOLE = { page: 1, size: 1000 } as const

interface Props {
  /** The user's own group: what is under it can be chosen (B·§2). 0: not known yet. */
  ownGroup: number
  /** 0: all. */
  value: number
  onChange: (groupId: number) => void
}

/** Chooses one of the groups under the user's own, 全部 first. */
export function GroupSelect({ ownGroup, value, onChange }: Props) {
  const { data } = useRead('role.page', { parentId: ownGroup, ...WHOLE }, { enabled: ownGroup > 0 })
  const items = useMemo(() => [ALL, ...groupItems(data?.content ?? [])], [data])
  return <TruncatedSelect label={USER_PICKER.group} items={items} value={value} onChange={onChange} />
}
