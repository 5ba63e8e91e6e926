import { Button, makeStyles, tokens } from '@fluentui/react-components'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { KIND_NAMES } from '#renderer/features/media/text.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { DateRange } from '#renderer/ui/fields/DateRange.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { Pager } from '#renderer/ui/table/Pager.tsx'
import type { MediaChoice } from '../useMediaChoice.ts'
import { MediaGrid } from './MediaGrid.tsx'
import type { Library } from './useLibrary.ts'

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
  /** Goes to the tab where files are uploaded. */
  onUpload: () => void
}

/** Chooses files of the library. */
export function ExistingTab({ kind, library, many, choice, onOpen, onUpload }: Props) {
  const styles = useStyles()
  const { paging, items, total, error } = library
  const name = KIND_NAMES[kind]
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
          <ErrorState error={error} onRetry={library.again} />
        ) : (
          <LoadingState />
        )}
      </div>
      {items && <Pager paging={paging} total={total} sizes={SIZES} settled={!library.stale} />}
    </>
  )
}
