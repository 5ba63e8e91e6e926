import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { type KeyboardEvent, useState } from 'react'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { KIND_LABELS } from '#renderer/features/media/kindLabels.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { DateRange } from '#renderer/ui/fields/DateRange.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { Pager } from '#renderer/ui/table/Pager.tsx'
import { nextOption } from '#renderer/ui/focus/gridKeys.ts'
import type { MediaChoice } from '../useMediaChoice.ts'
import type { Library } from './useLibrary.ts'
import { toChosenFile } from '../items.ts'
import { MediaOption } from './MediaOption.tsx'

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  body: { flex: '1 1 auto', minHeight: '120px', overflow: 'auto' },
})

/** B·§9. */
const SIZES = [20, 30, 40, 50]

interface Props {
  kind: UploadKind
  library: Library
  many: boolean
  choice: MediaChoice
  onOpen: (item: LibraryItem) => void
  /** Opens the upload tab. */
  onUpload: () => void
}

/** Chooses files of the library. */
export function ExistingTab({ kind, library, many, choice, onOpen, onUpload }: Props) {
  const styles = useStyles()
  const { paging, items, total, error } = library
  const name = KIND_LABELS[kind]
  const clear = (): void => {
    paging.search('')
    library.setDates({ start: '', end: '' })
  }
  return (
    <>
      <div className={styles.head}>
        <SearchBox value={paging.input.key} onSearch={paging.search} placeholder="搜索文件名" />
        <DateRange label="上传日期" value={library.dates} onChange={library.setDates} />
      </div>
      <div className={styles.body}>
        {items && items.length > 0 ? (
          <MediaGrid label={`资源库的${name}`} {...{ kind, items, many, choice, onOpen }} stale={library.stale} />
        ) : items ? (
          library.filtered ? (
            <EmptyState title={`没有找到${name}`} action={<Button onClick={clear}>清空条件</Button>} />
          ) : (
            <EmptyState title={`资源库还没有${name}`} action={<Button onClick={onUpload}>上传{name}</Button>} />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={library.refetch} />
        ) : (
          <LoadingState />
        )}
      </div>
      {items && <Pager paging={paging} total={total} sizes={SIZES} settled={!library.stale} />}
    </>
  )
}

const useMediaGridStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
    gap: '12px',
    // Space for the outline of chosen items.
    padding: '3px',
  },
  stale: { opacity: 0.6 },
})

interface MediaGridProps {
  label: string
  kind: UploadKind
  items: readonly LibraryItem[]
  stale: boolean
  many: boolean
  choice: MediaChoice
  /** Enter or double-click on a file when only one can be chosen. */
  onOpen: (item: LibraryItem) => void
}

/** The files of a page. A single tab stop; arrow keys, Home and End move, Space chooses. */
function MediaGrid({ label, kind, items, stale, many, choice, onOpen }: MediaGridProps) {
  const styles = useMediaGridStyles()
  const [tabStop, setTabStop] = useState(0)
  const reachable = items.some((item) => item.id === tabStop) ? tabStop : (items[0]?.id ?? 0)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
    const to = nextOption(event, options)
    const item = items[options.findIndex((option) => option === document.activeElement)]
    if (to !== undefined) options[to]?.focus()
    else if (item && event.key === ' ') choice.toggle(toChosenFile(item))
    else if (item && event.key === 'Enter' && !many) onOpen(item)
    else if (item && event.key === 'Enter') choice.toggle(toChosenFile(item))
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
          position={choice.positionOf(item.accessPath)}
          many={many}
          reachable={item.id === reachable}
          onFocus={() => setTabStop(item.id)}
          onToggle={() => choice.toggle(toChosenFile(item))}
          onOpen={() => onOpen(item)}
        />
      ))}
    </div>
  )
}
