import { EntryDialog } from '#renderer/areas/content/shared/entry/EntryDialog.tsx'
import { EntryView } from '#renderer/areas/content/shared/entry/EntryView.tsx'
import { BinDialog } from './bins/BinDialog.tsx'
import { CopyDialog } from './copy/CopyDialog.tsx'
import type { Opened } from './opened.ts'
import type { Place } from './listColumn.ts'
import { ForwardDialog } from './review/ForwardDialog.tsx'
import { RejectDialog } from './review/RejectDialog.tsx'
import { UnsavedDialog } from './unsaved/UnsavedDialog.tsx'

interface Props {
  opened: Opened
  place: Place
  /** Opens another one in its place. */
  open: (opened: Opened) => void
  onClose: () => void
}

/** The dialog that is open over a content list. */
export function ListDialogs({ opened, place, open, onClose }: Props) {
  switch (opened.dialog) {
    case 'edit':
      return <EntryDialog classId={place.column.id} id={opened.id} onClose={onClose} />
    case 'view':
      return <EntryView classId={place.column.id} id={opened.id} onClose={onClose} />
    case 'bin':
      return <BinDialog kind={opened.kind} place={place} onClose={onClose} />
    case 'unsaved': {
      const edit = (id: number): void => open({ dialog: 'edit', id })
      return <UnsavedDialog place={place} forms={opened.forms} onEdit={edit} onClose={onClose} />
    }
    case 'copy':
      return <CopyDialog place={place} chosen={opened.chosen} onCopied={opened.done} onClose={onClose} />
    case 'reject':
      return <RejectDialog place={place} entry={opened.entry} onClose={onClose} />
    case 'forward':
      return <ForwardDialog place={place} entry={opened.entry} onForwarded={opened.done} onClose={onClose} />
  }
}
