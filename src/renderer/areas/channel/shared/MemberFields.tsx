import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { DismissRegular, PeopleRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useRead } from '#renderer/data/useRead.ts'
import { EventBoundary } from '#renderer/features/media/picker/EventBoundary.tsx'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/ui/fields/focusRef.ts'
import { MultiSelectField } from '#renderer/ui/fields/MultiSelectField.tsx'
import { OUTGOING } from './text.ts'
import type { Member } from '#shared/contract/member.ts'
import { PickerDialog } from '#renderer/ui/dialogs/PickerDialog.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { usePaging } from '#renderer/ui/table/usePaging.ts'

const COLUMNS: readonly TableColumn<Member>[] = [
  { key: 'name', title: OUTGOING.memberName, width: '30%', render: (row) => row.name || row.userName },
  { key: 'phone', title: OUTGOING.memberPhone, width: '30%', render: (row) => row.phone },
  { key: 'email', title: OUTGOING.memberEmail, render: (row) => row.email },
]
const labelOf = (row: Member): string => row.name || row.userName

interface ChosenMember {
  key: number
  label: string
}

interface MemberPickerProps {
  siteId: number
  chosen: readonly ChosenMember[]
  onConfirm: (members: readonly ChosenMember[]) => void
  onClose: () => void
}

/** Chooses members of a site as recipients (C·§2 SMS); their phone numbers and addresses stay on the server. */
function MemberPicker({ siteId, chosen, onConfirm, onClose }: MemberPickerProps) {
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

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
  pairs: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
  },
})

interface Props<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  siteId: number
  members: FieldPath<In>
  groups: FieldPath<In>
  levels: FieldPath<In>
}

/** Members as recipients: by themselves, by group, by level. */
export function MemberFields<In extends FieldValues, Out>({
  control,
  siteId,
  members,
  groups,
  levels,
}: Props<In, Out>) {
  const styles = useStyles()
  const wanted = { siteId, page: 1, size: 1000 }
  const groupRows = useRead('memberGroup.page', wanted).data?.content ?? []
  const levelRows = useRead('memberLevel.page', wanted).data?.content ?? []
  return (
    <>
      <FieldFrame control={control} name={members} label={OUTGOING.members} group>
        {({ onChange, ref }) => <MemberInput siteId={siteId} onChange={onChange} inputRef={focusRef(ref)} />}
      </FieldFrame>
      <div className={styles.pairs}>
        <MultiSelectField
          control={control}
          name={groups}
          label={OUTGOING.groups}
          options={groupRows.map(({ id, name }) => ({ value: id, title: name }))}
        />
        <MultiSelectField
          control={control}
          name={levels}
          label={OUTGOING.levels}
          options={levelRows.map(({ id, name }) => ({ value: id, title: name }))}
        />
      </div>
    </>
  )
}

interface InputProps {
  siteId: number
  onChange: (ids: number[]) => void
  inputRef: React.Ref<HTMLDivElement>
}

function MemberInput({ siteId, onChange, inputRef }: InputProps) {
  const styles = useStyles()
  const [chosen, setChosen] = useState<readonly ChosenMember[]>([])
  const [picking, setPicking] = useState(false)
  const choose = (members: readonly ChosenMember[]): void => {
    setChosen(members)
    onChange(members.map(({ key }) => key))
    setPicking(false)
  }
  return (
    <div ref={inputRef} className={styles.row}>
      <Button icon={<PeopleRegular />} onClick={() => setPicking(true)}>
        {OUTGOING.chooseMembers}
      </Button>
      <Text className={styles.muted}>
        {chosen.length === 0 ? OUTGOING.noMembers : OUTGOING.chosenMembers(chosen.length)}
      </Text>
      {chosen.length > 0 && (
        <Button
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label={OUTGOING.clearMembers}
          onClick={() => choose([])}
        />
      )}
      {picking && (
        <EventBoundary>
          <MemberPicker siteId={siteId} chosen={chosen} onConfirm={choose} onClose={() => setPicking(false)} />
        </EventBoundary>
      )}
    </div>
  )
}
