import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { DismissRegular, PeopleRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useRead } from '#renderer/data/useRead.ts'
import { EventBoundary } from '#renderer/features/media/picker/EventBoundary.tsx'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/ui/fields/focusRef.ts'
import { MultiSelectField } from '#renderer/ui/fields/MultiSelectField.tsx'
import type { Member } from '#shared/contract/member.ts'
import { PickerDialog } from '#renderer/ui/dialogs/PickerDialog.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { usePaging } from '#renderer/ui/table/usePaging.ts'

const COLUMNS: readonly TableColumn<Member>[] = [
  { key: 'name', title: '姓名', width: '30%', render: (row) => row.name || row.userName },
  { key: 'phone', title: '手机号', width: '30%', render: (row) => row.phone },
  { key: 'email', title: '邮箱', render: (row) => row.email },
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

/** Chooses members of a site as recipients (C·§2 SMS). The form sends only their ids. */
function MemberPicker({ siteId, chosen, onConfirm, onClose }: MemberPickerProps) {
  const paging = usePaging(10)
  const read = useRead('member.page', { ...paging.input, siteId }, { quiet: true, keepPrevious: true })
  return (
    <PickerDialog
      title="选择会员"
      paging={paging}
      read={read}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      rowLabel={labelOf}
      many
      optional
      chosen={chosen}
      search="搜索会员"
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

/** Members as recipients: single members, groups and levels. */
export function MemberFields<In extends FieldValues, Out>({
  control,
  siteId,
  members,
  groups,
  levels,
}: Props<In, Out>) {
  const styles = useStyles()
  const input = { siteId, page: 1, size: 1000 }
  const groupRows = useRead('memberGroup.page', input).data?.content ?? []
  const levelRows = useRead('memberLevel.page', input).data?.content ?? []
  return (
    <>
      <FieldFrame control={control} name={members} label="会员" group>
        {({ onChange, ref }) => <MemberInput siteId={siteId} onChange={onChange} inputRef={focusRef(ref)} />}
      </FieldFrame>
      <div className={styles.pairs}>
        <MultiSelectField
          control={control}
          name={groups}
          label="会员组"
          options={groupRows.map(({ id, name }) => ({ value: id, title: name }))}
        />
        <MultiSelectField
          control={control}
          name={levels}
          label="会员等级"
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
  const [isPicking, setIsPicking] = useState(false)
  const choose = (members: readonly ChosenMember[]): void => {
    setChosen(members)
    onChange(members.map(({ key }) => key))
    setIsPicking(false)
  }
  return (
    <div ref={inputRef} className={styles.row}>
      <Button icon={<PeopleRegular />} onClick={() => setIsPicking(true)}>
        选择会员
      </Button>
      <Text className={styles.muted}>{chosen.length === 0 ? '未选择会员' : `已选 ${chosen.length} 个会员`}</Text>
      {chosen.length > 0 && (
        <Button appearance="subtle" icon={<DismissRegular />} aria-label="清空会员" onClick={() => choose([])} />
      )}
      {isPicking && (
        <EventBoundary>
          <MemberPicker siteId={siteId} chosen={chosen} onConfirm={choose} onClose={() => setIsPicking(false)} />
        </EventBoundary>
      )}
    </div>
  )
}
