import type { Member } from '#shared/contract/member.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PickerDialog } from '#renderer/ui/dialogs/PickerDialog.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { usePaging } from '#renderer/ui/table/usePaging.ts'
import { OUTGOING } from './text.ts'

const COLUMNS: readonly TableColumn<Member>[] = [
  { key: 'name', title: OUTGOING.memberName, width: '30%', render: (row) => row.name || row.userName },
  { key: 'phone', title: OUTGOING.memberPhone, width: '30%', render: (row) => row.phone },
  { key: 'email', title: OUTGOING.memberEmail, render: (row) => row.email },
]
const labelOf = (row: Member): string => row.name || row.userName

export interface ChosenMember {
  key: number
  label: string
}

interface Props {
  siteId: number
  chosen: readonly ChosenMember[]
  onConfirm: (members: readonly ChosenMember[]) => void
  onClose: () => void
}

/** Chooses members of a site as recipients (C·§2 SMS); their phone numbers and addresses stay on the server. */
export function MemberPicker({ siteId, chosen, onConfirm, onClose }: Props) {
  const paging = usePaging(10)
  const read = useRead('member.page', { ...paging.input, siteId }, { quiet: true, keepPrevious: true })
  return (
    <PickerDialog
      title={OUTGOING.chooseMembers}
      paging={paging}
      read={read}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      rowLabel={labelOf}
      many
      optional
      chosen={chosen}
      search={OUTGOING.memberSearch}
      onConfirm={(picked) => onConfirm(picked.map(({ key, label }) => ({ key, label })))}
      onClose={onClose}
    />
  )
}
