import type { ContentEntry } from '#shared/contract/content.ts'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { may, type Place } from '../listColumn.ts'
import { type Chosen, chosenRows, type EntryActions } from '../useEntryActions.ts'
import { offeredFlags, PromotionMenu } from './PromotionMenu.tsx'

interface Props {
  place: Place
  actions: EntryActions
  keys: readonly number[]
  /** Rows of this page: their titles are known. */
  rows: readonly ContentEntry[]
  onCopy: (chosen: Chosen) => void
  /** Lets the selection go. */
  clear: () => void
}

/** Is there anything that the account may do with ticked rows? Else there is nothing to tick. */
export const mayBatch = (place: Place): boolean =>
  may(place, 'remove') || may(place, 'publish') || may(place, 'copyMany') || offeredFlags(place).length > 0

/** B·§2: what is done with the ticked rows; each for those who may. */
export function BatchActions({ place, actions, keys, rows, onCopy, clear }: Props) {
  const chosenOf = (ids: readonly number[]): Chosen => chosenRows(place.column, rows, ids)
  const { busy } = actions
  const common = { keys, busy }
  return (
    <>
      {may(place, 'remove') && (
        <BatchButton
          {...common}
          title="删除"
          onRun={(ids: readonly number[]) => void actions.removeMany(chosenOf(ids), clear)}
        />
      )}
      {may(place, 'publish') && (
        <>
          <BatchButton
            {...common}
            title="发布"
            onRun={(ids: readonly number[]) => void actions.publish(chosenOf(ids), clear)}
          />
          <BatchButton
            {...common}
            title="取消发布"
            onRun={(ids: readonly number[]) => void actions.unpublish(chosenOf(ids), clear)}
          />
        </>
      )}
      {may(place, 'copyMany') && (
        <BatchButton {...common} title="批量复制" onRun={(ids: readonly number[]) => onCopy(chosenOf(ids))} />
      )}
      <PromotionMenu
        place={place}
        chosen={keys.length}
        busy={busy}
        onRun={(optionType) => void actions.option(chosenOf(keys), optionType, clear)}
      />
    </>
  )
}
