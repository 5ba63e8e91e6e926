import { useMemo, useState } from 'react'
import type { Column, MenuField } from '#shared/contract/column.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'
import { OneColumn } from './OneColumn.tsx'
import { BatchEditing } from './batch/BatchEditing.tsx'
import { StartStep } from './batch/StartStep.tsx'
import { applyPermissions, readTargets, filterSettable } from './batch/targets.ts'

interface Props {
  /** One column, or several that get the same fields. */
  columns: readonly Column[]
  onClose: () => void
}

/** Edits the fields of one or several columns (A·§2). */
export function FieldSettingsDialog({ columns, onClose }: Props) {
  const [first] = columns
  if (!first) return null
  return columns.length === 1 ? (
    <OneColumn column={first} onClose={onClose} />
  ) : (
    <ManyColumns columns={columns} onClose={onClose} />
  )
}

interface ManyColumnsProps {
  columns: readonly Column[]
  onClose: () => void
}

/** Sets the same fields for several columns (A·§2) in three steps: initial fields, editing, result of each column. */
function ManyColumns({ columns, onClose }: ManyColumnsProps) {
  const session = useSession()
  const confirmDiscard = useConfirmDiscard()
  const { data, error, retry } = useLoaded(() => readTargets(columns))
  const targets = useMemo(() => data && session && applyPermissions(data, session), [data, session])
  const [startFields, setStartFields] = useState<readonly MenuField[] | null>(null)
  const close = async (): Promise<void> => {
    if (await confirmDiscard()) onClose()
  }
  const onCancel = (): void => void close()
  return (
    <PanelDialog size="large" firm title={`批量设置字段：${columns.length} 个栏目`} onClose={onCancel}>
      {!targets &&
        (error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState label="正在读取各栏目的字段…" />)}
      {targets && !startFields && (
        <StartStep targets={targets} onStart={setStartFields} onRetry={retry} onCancel={onCancel} />
      )}
      {targets && startFields && (
        <BatchEditing targets={filterSettable(targets)} start={startFields} onDone={onClose} onCancel={onCancel} />
      )}
    </PanelDialog>
  )
}
