import type { Template } from '#shared/contract/template.ts'
import { FileManager } from '../files/FileManager.tsx'
import { SyncDialog } from '#renderer/features/workspaces/SyncDialog.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'

/** The dialog that is open over the list; editing without a template makes a new one. */
export type Opened =
  { dialog: 'edit'; template: Template | null } | { dialog: 'copy' | 'files' | 'sync'; template: Template }

export function TemplateDialogs({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  switch (opened.dialog) {
    case 'edit':
      return <TemplateDialog template={opened.template} onClose={onClose} />
    case 'copy':
      return <CopyDialog template={opened.template} onClose={onClose} />
    case 'files':
      return <FileManager folder={opened.template.folder} title={opened.template.name} onClose={onClose} />
    case 'sync':
      return <SyncDialog template={opened.template} onClose={onClose} />
  }
}
