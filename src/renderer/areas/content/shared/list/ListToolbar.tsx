import { Button } from '@fluentui/react-components'
import {
  AddRegular,
  BinRecycleRegular,
  CalendarRegular,
  DocumentCheckmarkRegular,
  DraftsRegular,
  HistoryRegular,
  TableRegular,
} from '@fluentui/react-icons'
import { CONTENT_SHEET_LIMIT_MB } from '#shared/contract/contentEdit.ts'
import { SCHEDULE_FEATURE } from '#shared/contract/contentSchedule.ts'
import { reviewUrlOf } from '#shared/domain/columnType.ts'
import type { ListState } from '#renderer/ui/list/useListState.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { type ContentFilters, toFilterInput } from './filters.ts'
import type { OpenedDialog } from './openedDialog.ts'
import { isAllowed, type ListContext } from './listColumn.ts'
import { type UnsavedForm, useUnsavedForms } from './unsaved/unsavedForms.ts'

interface Props {
  place: ListContext
  list: ListState<ContentFilters>
  /** Whether a dialog is open over the list. */
  isBusy: boolean
  open: (opened: OpenedDialog) => void
}

/** Add, recycle bin and draft box (1101), export (1120) and import (1121) of the list (B·§2). */
export function ListToolbar({ place, list, isBusy, open }: Props) {
  const { column } = place
  const classId = column.id
  const hasDates = useServerFeature(SCHEDULE_FEATURE)
  return (
    <>
      <UnsavedButton classId={classId} isBusy={isBusy} onOpen={(forms) => open({ dialog: 'unsaved', forms })} />
      {isAllowed(place, 'openBins') && (
        <>
          <Button icon={<BinRecycleRegular />} onClick={() => open({ dialog: 'bin', kind: 'recycle' })}>
            回收站
          </Button>
          <Button icon={<DraftsRegular />} onClick={() => open({ dialog: 'bin', kind: 'drafts' })}>
            草稿箱
          </Button>
        </>
      )}
      {hasDates && (
        <Button icon={<CalendarRegular />} onClick={() => open({ dialog: 'calendar' })}>
          发布日历
        </Button>
      )}
      <SheetButtons
        what={column.title}
        at={{ siteId: column.siteId, menuId: classId }}
        exports={{
          operation: 'content.exportSheet',
          input: { ...toFilterInput(column, list.filters), key: list.input.key },
        }}
        imports={{
          call: { operation: 'content.importSheet', input: { classId } },
          limitMb: CONTENT_SHEET_LIMIT_MB,
          template: { operation: 'content.sheetTemplate', input: { classId } },
        }}
      />
      {isAllowed(place, 'add') && (
        <Button appearance="primary" icon={<AddRegular />} onClick={() => open({ dialog: 'edit', id: 0 })}>
          新增
        </Button>
      )}
    </>
  )
}

/** Switches between the list and its variant with reject and forward, if the account may do either. */
export function VariantButton({ place }: { place: ListContext }) {
  const open = useOpenScreen()
  const { column, review } = place
  if (review)
    return (
      <Button icon={<TableRegular />} onClick={() => open(column.manageUrl)}>
        内容管理
      </Button>
    )
  if (!isAllowed(place, 'publish') && !isAllowed(place, 'edit')) return null
  return (
    <Button icon={<DocumentCheckmarkRegular />} onClick={() => open(reviewUrlOf(column.id))}>
      内容审核
    </Button>
  )
}

interface UnsavedButtonProps {
  classId: number
  /** Whether a dialog is open over the list. */
  isBusy: boolean
  onOpen: (forms: readonly UnsavedForm[]) => void
}

/** Opens the unsaved forms of the column; hidden without unsaved forms. */
function UnsavedButton({ classId, isBusy, onOpen }: UnsavedButtonProps) {
  const forms = useUnsavedForms(classId, isBusy)
  if (forms.length === 0) return null
  return (
    <Button icon={<HistoryRegular />} onClick={() => onOpen(forms)}>
      {`未保存的内容（${forms.length}）`}
    </Button>
  )
}
