import { Button } from '@fluentui/react-components'
import { HistoryRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { LoadedEntry } from '../form/loadEntry.ts'
import { HistoryDialog } from './HistoryDialog.tsx'

interface Props {
  loaded: LoadedEntry
  /** Asks about what is typed and not saved, before another version takes its place. */
  mayLeave?: () => Promise<boolean>
  /** A revision became what the entry is; absent: it can only be looked at. */
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
