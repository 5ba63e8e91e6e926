import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { makeStyles } from '@fluentui/react-components'
import { FolderOpenRegular } from '@fluentui/react-icons'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import { DropZone } from '#renderer/features/uploads/DropZone.tsx'
import { type FileActions, fileColumns } from './fileColumns.tsx'
import { parentPath } from '../shared/paths.ts'

const useStyles = makeStyles({
  // Only receives key events; the focus is in the table inside.
  keys: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0, outline: 'none' },
})

interface Props {
  path: string
  root: string
  actions: FileActions
  onGo: (path: string) => void
  onFiles: (files: File[]) => void
}

/** The files of one folder. Enter opens, Backspace goes up, F2 renames, Delete deletes; dropped files are uploaded. */
export function FileTable({ path, root, actions, onGo, onFiles }: Props) {
  const styles = useStyles()
  const container = useRef<HTMLDivElement>(null)
  const atRoot = path === root
  const read = useRead('templateFile.list', { path }, { quiet: true })
  const columns = useMemo(() => fileColumns(actions, atRoot), [actions, atRoot])
  const loaded = read.data !== undefined
  useHostEvent('template.changed', ({ folder }) => folder === root && void read.refetch())

  // Focuses the first row on entering a folder, once: a page tab that is shown again reruns its effects, and must not
  // take the focus from a dialog.
  const entered = useRef<string>(undefined)
  useEffect(() => {
    if (!loaded || entered.current === path) return
    entered.current = path
    const row = container.current?.querySelector<HTMLElement>('[data-row="0"]') ?? container.current
    row?.focus({ preventScroll: true })
  }, [path, loaded])

  const onRowKey = (entry: FileEntry, event: KeyboardEvent): void => {
    if (event.key === 'F2' && !atRoot) actions.rename(entry)
    if (event.key === 'Delete') actions.remove(entry)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && !atRoot) onGo(parentPath(path, root))
  }

  return (
    <DropZone onFiles={onFiles} label="文件列表" text="松开鼠标，上传到当前文件夹">
      <div ref={container} className={styles.keys} role="presentation" tabIndex={-1} onKeyDown={onKeyDown}>
        <DataTable
          key={path}
          label="文件"
          columns={columns}
          rows={read.data}
          read={read}
          rowKey={(row) => row.path}
          rowLabel={(row) => row.name}
          onOpen={actions.open}
          onRowKey={onRowKey}
          empty={
            <EmptyState
              icon={FolderOpenRegular}
              title="文件夹为空"
              text="点击“上传”，或将文件、文件夹拖到此处，也可以新建文件和文件夹。"
            />
          }
        />
      </div>
    </DropZone>
  )
}
