import type { Column } from '#shared/contract/column.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { AddDialog, EditDialog } from '../edit/ColumnDialog.tsx'
import { FieldSettingsDialog } from '../fields/FieldSettingsDialog.tsx'
import { SwitchesDialog } from './SwitchesDialog.tsx'

/** The open dialog of the list. */
export type Opened =
  | { dialog: 'add'; siteId: number; parentId: number }
  | { dialog: 'edit' | 'copy' | 'switches'; column: Column }
  | { dialog: 'fields'; columns: readonly Column[] }

interface Props {
  opened: Opened
  /** Reveals a column that was added or moved below `parentId`. */
  onPlaced: (parentId: number, id?: number) => void
  onClose: () => void
}

export function ColumnDialogs({ opened, onPlaced, onClose }: Props) {
  switch (opened.dialog) {
    case 'add':
      return <AddDialog siteId={opened.siteId} parentId={opened.parentId} onPlaced={onPlaced} onClose={onClose} />
    case 'edit':
      return <EditDialog column={opened.column} onPlaced={onPlaced} onClose={onClose} />
    case 'copy':
      return <CopyDialog column={opened.column} onPlaced={onPlaced} onClose={onClose} />
    case 'switches':
      return <SwitchesDialog column={opened.column} onClose={onClose} />
    case 'fields':
      return <FieldSettingsDialog columns={opened.columns} onClose={onClose} />
  }
}
