import { Button } from '@fluentui/react-components'
import { HistoryRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { LoadedEntry } from '../form/loadEntry.ts'
import { HistoryDialog } from './HistoryDialog.tsx'

interface Props {
  loaded: LoadedEntry
  /** Asks about unsaved changes before a revision replaces the entry. */
  mayLeave?: () => Promise<boolean>
  /** Called after a revision was restored; absent in read-only views. */
  onRestored?: () => void
}

/** Opens the history of an entry. */
export function HistoryButton(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button appearance="subtle" icon={<HistoryRegular />} onClick={() => setOpen(true)}>
        历史版本
      </Button>
      {open && <HistoryDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
