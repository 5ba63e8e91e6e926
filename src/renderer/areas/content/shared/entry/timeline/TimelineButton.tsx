import { Button } from '@fluentui/react-components'
import { TimelineRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { entryTitle } from '#shared/domain/entry.ts'
import type { LoadedEntry } from '../form/loadEntry.ts'
import { TimelineDialog } from './TimelineDialog.tsx'

/** Opens the timeline of an entry. */
export function TimelineButton({ loaded: { column, id, entry, fields } }: { loaded: LoadedEntry }) {
  const [open, setOpen] = useState(false)
  const title = entry ? entryTitle(entry, id, fields) : ''
  return (
    <>
      <Button appearance="subtle" icon={<TimelineRegular />} onClick={() => setOpen(true)}>
        时间线
      </Button>
      {open && <TimelineDialog column={column} id={id} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}
