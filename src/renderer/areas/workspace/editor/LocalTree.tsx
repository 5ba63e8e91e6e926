import {
  Button,
  makeStyles,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  tokens,
  Tooltip,
} from '@fluentui/react-components'
import {
  ArrowClockwiseRegular,
  DeleteRegular,
  DocumentAddRegular,
  EditRegular,
  FolderAddRegular,
} from '@fluentui/react-icons'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useReads } from '#renderer/data/useReads.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { type Folder, type TreeEntry, treeRows } from '#renderer/features/fileEditor/tree/rows.ts'
import { TreeLines } from '#renderer/features/fileEditor/tree/TreeLines.tsx'
import { NameDialog } from '#renderer/ui/dialogs/NameDialog.tsx'
import { useEntryActions } from './useEntryActions.ts'
import type { Editor } from '#renderer/features/fileEditor/useEditor.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: 0, flex: '1 1 auto' },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXXS, flexShrink: 0 },
})

interface Props {
  /** The workspace's id. */
  id: string
  editor: Editor
  onOpen: (path: string) => void
}

type NameRequest = { what: 'file' | 'folder'; folder: string } | { what: 'rename'; entry: TreeEntry }

/** The file tree of a workspace, loaded lazily. F2 renames, Delete moves to the trash, the context menu offers both. */
export function LocalTree({ id, editor, onOpen }: Props) {
  const styles = useStyles()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<TreeEntry | null>(null)
  const [naming, setNaming] = useState<NameRequest | null>(null)
  const [menu, setMenu] = useState<{ entry: TreeEntry; at: Point } | null>(null)
  const refresh = useRefresh()
  const actions = useEntryActions(id, editor)

  const paths = ['', ...[...open].filter((path) => isShown(path, open))]
  const reads = useReads(
    'localFiles.list',
    paths.map((path) => ({ id, path })),
  )
  const folders = new Map<string, Folder>()
  for (const [at, path] of paths.entries()) folders.set(path, folderOf(reads[at]))
  const toggle = (path: string): void =>
    setOpen((now) => (now.has(path) ? new Set([...now].filter((each) => each !== path)) : new Set([...now, path])))
  /** Folder of new files: the selected folder, or that of the selected file. */
  const newFileFolder = selected ? (selected.folder ? selected.path : parentOf(selected.path)) : ''
  const make = (what: 'file' | 'folder', folder: string): void => setNaming({ what, folder })

  const onKey = (entry: TreeEntry, event: KeyboardEvent): void => {
    if (event.key === 'F2') setNaming({ what: 'rename', entry })
    else if (event.key === 'Delete') void actions.remove(entry)
    else return
    event.preventDefault()
  }
  const onMenu = (entry: TreeEntry, event: MouseEvent): void => {
    event.preventDefault()
    setSelected(entry)
    // The menu key has no pointer position.
    const box = event.currentTarget.getBoundingClientRect()
    const at = event.clientX > 0 ? { x: event.clientX, y: event.clientY } : { x: box.left + 24, y: box.bottom }
    setMenu({ entry, at })
  }
  const save = async (name: string): Promise<void> => {
    if (!naming) return
    if (naming.what === 'rename') {
      await actions.rename(naming.entry, joinPath(parentOf(naming.entry.path), name))
      return
    }
    const path = joinPath(naming.folder, name)
    await actions.create(path, naming.what === 'folder')
    if (naming.folder) setOpen((now) => new Set([...now, naming.folder]))
    if (naming.what === 'file') onOpen(path)
  }
  const tools = [
    { title: '新建文件', icon: <DocumentAddRegular />, run: () => make('file', newFileFolder) },
    { title: '新建文件夹', icon: <FolderAddRegular />, run: () => make('folder', newFileFolder) },
    {
      title: '重命名（F2）',
      icon: <EditRegular />,
      off: !selected,
      run: () => selected && setNaming({ what: 'rename', entry: selected }),
    },
    {
      title: '删除（移入回收站）',
      icon: <DeleteRegular />,
      off: !selected,
      run: () => selected && void actions.remove(selected),
    },
    { title: '刷新', icon: <ArrowClockwiseRegular />, run: () => refresh('localFiles.list', 'localFiles.find') },
  ]
  return (
    <div className={styles.root}>
      <div className={styles.head} role="toolbar" aria-label="文件操作">
        {tools.map(({ title, icon, off = false, run }) => (
          <Tooltip key={title} content={title} relationship="label">
            <Button size="small" appearance="subtle" icon={icon} disabled={off} onClick={run} />
          </Tooltip>
        ))}
      </div>
      <TreeLines
        label="本地文件"
        rows={treeRows('', folders, open)}
        current={editor.active}
        onOpen={(entry) => onOpen(entry.path)}
        onToggle={toggle}
        onSelect={setSelected}
        onKey={onKey}
        onMenu={onMenu}
        dragged={({ path }) => ({ from: 'workspace', id, paths: [path] })}
      />
      {menu && (
        <EntryMenu
          at={menu.at}
          entry={menu.entry}
          onClose={() => setMenu(null)}
          onMake={make}
          onRename={(entry) => setNaming({ what: 'rename', entry })}
          onRemove={(entry) => void actions.remove(entry)}
        />
      )}
      {naming && (
        <NameDialog
          title={TITLES[naming.what]}
          label={naming.what === 'folder' ? '文件夹名称' : '文件名'}
          value={naming.what === 'rename' ? naming.entry.name : ''}
          save={save}
          onClose={() => setNaming(null)}
        />
      )}
    </div>
  )
}

const TITLES = { file: '新建文件', folder: '新建文件夹', rename: '重命名' }

interface Point {
  x: number
  y: number
}

interface EntryMenuProps {
  at: Point
  entry: TreeEntry
  onClose: () => void
  onMake: (what: 'file' | 'folder', folder: string) => void
  onRename: (entry: TreeEntry) => void
  onRemove: (entry: TreeEntry) => void
}

function EntryMenu({ at, entry, onClose, onMake, onRename, onRemove }: EntryMenuProps) {
  const folder = entry.folder ? entry.path : parentOf(entry.path)
  const target = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) }
  return (
    <Menu
      open
      onOpenChange={(_event, { open }) => !open && onClose()}
      positioning={{ target, position: 'below', align: 'start' }}
    >
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => onMake('file', folder)}>新建文件</MenuItem>
          <MenuItem onClick={() => onMake('folder', folder)}>新建文件夹</MenuItem>
          <MenuDivider />
          <MenuItem onClick={() => onRename(entry)}>重命名</MenuItem>
          <MenuItem onClick={() => onRemove(entry)}>删除</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/** Whether all folders above the path are expanded. */
function isShown(path: string, open: ReadonlySet<string>): boolean {
  const parent = parentOf(path)
  return parent === '' || (open.has(parent) && isShown(parent, open))
}

function folderOf(read: ReturnType<typeof useReads<'localFiles.list'>>[number] | undefined): Folder {
  if (read?.data) return { entries: read.data }
  return read?.error ? { problem: read.error.message } : {}
}
