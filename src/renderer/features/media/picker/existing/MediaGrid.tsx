import { makeStyles } from '@fluentui/react-components'
import { type KeyboardEvent, useState } from 'react'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { chosenOf } from '../items.ts'
import type { MediaChoice } from '../useMediaChoice.ts'
import { nextPlace } from '#renderer/ui/focus/gridKeys.ts'
import { MediaOption } from './MediaOption.tsx'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
    gap: '12px',
    // Room for the outline of the chosen ones.
    padding: '3px',
  },
  stale: { opacity: 0.6 },
})

interface Props {
  label: string
  kind: UploadKind
  items: readonly LibraryItem[]
  stale: boolean
  many: boolean
  choice: MediaChoice
  /** Enter or a double-click on a file, where one file is wanted. */
  onOpen: (item: LibraryItem) => void
}

/** The files of a page. One stop for Tab; arrows, Home and End move, the space bar chooses. */
export function MediaGrid({ label, kind, items, stale, many, choice, onOpen }: Props) {
  const styles = useStyles()
  const [stop, setStop] = useState(0)
  const reachable = items.some((item) => item.id === stop) ? stop : (items[0]?.id ?? 0)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
    const to = nextPlace(event, options)
    const item = items[options.findIndex((option) => option === document.activeElement)]
    if (to !== undefined) options[to]?.focus()
    else if (item && event.key === ' ') choice.toggle(chosenOf(item))
    else if (item && event.key === 'Enter' && !many) onOpen(item)
    else if (item && event.key === 'Enter') choice.toggle(chosenOf(item))
    else return
    event.preventDefault()
  }
  return (
    <div
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable={many}
      aria-busy={stale}
      className={`${styles.root} ${stale ? styles.stale : ''}`}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <MediaOption
          key={item.id}
          item={item}
          kind={kind}
          place={choice.placeOf(item.accessPath)}
          many={many}
          reachable={item.id === reachable}
          onFocus={() => setStop(item.id)}
          onToggle={() => choice.toggle(chosenOf(item))}
          onOpen={() => onOpen(item)}
        />
      ))}
    </div>
  )
}
