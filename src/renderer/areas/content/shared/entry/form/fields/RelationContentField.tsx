import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { type Ref, useState } from 'react'
import { choicesIn } from '#shared/domain/contentFields.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { focusRef } from '#renderer/ui/fields/focusRef.ts'
import { EventBoundary } from '#renderer/features/media/picker/EventBoundary.tsx'
import type { EntryBound } from './entryBound.ts'
import type { FormField } from '../loadEntry.ts'
import { Chips } from './Chips.tsx'
import { RelationPicker } from './RelationPicker.tsx'
import { useRelatedTitles } from '#renderer/features/entry/useRelated.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS, minWidth: 0 },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS },
})

interface Extras {
  field: FormField
  siteId: number
}

/** Ordered entries of other columns; the value is their ids, joined by commas (B·§3). */
export function RelationContentField({ field, siteId, ...bound }: EntryBound & Extras) {
  return (
    <FieldFrame {...bound} group>
      {({ value, onChange, ref }) => (
        <ChosenEntries
          {...{ field, siteId, onChange }}
          label={bound.label}
          value={typeof value === 'string' ? value : ''}
          inputRef={focusRef(ref)}
        />
      )}
    </FieldFrame>
  )
}

interface Props extends Extras {
  label: string
  value: string
  onChange: (value: string) => void
  inputRef: Ref<HTMLDivElement>
}

function ChosenEntries({ field, siteId, label, value, onChange, inputRef }: Props) {
  const styles = useStyles()
  const confirm = useConfirm()
  const [isPicking, setIsPicking] = useState(false)
  const ids = choicesIn(value)
  const titleOf = useRelatedTitles(field, siteId, ids)
  const setIds = (next: readonly string[]): void => onChange(next.join(','))
  const clear = async (): Promise<void> => {
    if (await confirm({ title: `清空“${label}”`, text: '确认清空数据？', confirmText: '清空', danger: true }))
      setIds([])
  }
  return (
    <div ref={inputRef} className={styles.root}>
      {ids.length > 0 && <Chips label={label} ids={ids} titleOf={titleOf} onChange={setIds} />}
      <div className={styles.buttons}>
        <Button icon={<AddRegular />} onClick={() => setIsPicking(true)}>
          选择内容
        </Button>
        {ids.length > 0 && <Button onClick={() => void clear()}>清空</Button>}
      </div>
      {isPicking && (
        <EventBoundary>
          <RelationPicker
            {...{ label, field, siteId, ids, titleOf }}
            onConfirm={(next) => {
              setIds(next)
              setIsPicking(false)
            }}
            onClose={() => setIsPicking(false)}
          />
        </EventBoundary>
      )}
    </div>
  )
}
