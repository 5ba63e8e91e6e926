import { makeStyles, tokens } from '@fluentui/react-components'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import { dragOut } from '#renderer/features/dragOut/dragOut.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { dimensions, toDragOut, type ItemActions, rowActions } from './actions.ts'
import { PictureButton } from './PictureButton.tsx'

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM, minWidth: 0 },
  picture: { flex: 'none', width: '56px', height: '36px' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

/** The list view of one kind of files. */
export const columnsOf = (kind: UploadKind, actions: ItemActions): TableColumn<LibraryItem>[] => [
  { key: 'name', title: '文件名', render: (item) => <NameCell item={item} actions={actions} /> },
  ...(kind === 'image'
    ? [{ key: 'dimensions', title: '尺寸', width: '130px', render: (item: LibraryItem) => dimensions(item) || '—' }]
    : [{ key: 'extension', title: '类型', width: '100px', render: (item: LibraryItem) => item.extension || '—' }]),
  { key: 'size', title: '大小', width: '110px', render: (item) => item.fileSizeString },
  { key: 'who', title: '上传者', width: '130px', render: (item) => item.createdBy || '—' },
  { key: 'when', title: '上传时间', width: '180px', render: (item) => item.createDate },
  {
    key: 'actions',
    title: '操作',
    width: '150px',
    align: 'end',
    render: (item) => <RowActions row={item.oldName} actions={rowActions(item, actions)} />,
  },
]

function NameCell({ item, actions }: { item: LibraryItem; actions: ItemActions }) {
  const styles = useStyles()
  return (
    <span className={styles.root} {...dragOut(() => toDragOut(item, actions))}>
      <span className={styles.picture}>
        <PictureButton item={item} onOpen={() => actions.preview(item)} />
      </span>
      <span className={styles.name} title={item.oldName}>
        {item.oldName}
      </span>
    </span>
  )
}
