import { useCallback, useState } from 'react'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { useConfirm } from '#renderer/kit/dialogs/useConfirm.ts'
import { PanelDialog } from '#renderer/kit/dialogs/PanelDialog.tsx'
import { EditorDialog } from '../editor/EditorDialog.tsx'
import { FileTable } from './FileTable.tsx'
import { FileToolbar } from './FileToolbar.tsx'
import { type Naming, NamingDialog } from './NamingDialog.tsx'
import { PathBar } from './PathBar.tsx'
import { UploadList } from './UploadList.tsx'
import { isSettled } from './uploads.ts'
import { useFileActions } from './useFileActions.ts'
import { useUploads } from './useUploads.ts'

/** A·§2 Template file manager dialog, opened with the template's folder as its root. */
export function FileManager({ folder, title, onClose }: { folder: string; title: string; onClose: () => void }) {
  const [path, setPath] = useState(folder)
  const [naming, setNaming] = useState<Naming | null>(null)
  const [editing, setEditing] = useState<FileEntry | null>(null)
  const confirm = useConfirm()
  const { uploads, start, clear } = useUploads()
  const rename = useCallback((entry: FileEntry) => setNaming({ kind: 'rename', path, name: entry.name }), [path])
  const actions = useFileActions(path, { enter: setPath, edit: setEditing, rename })

  const close = async (): Promise<void> => {
    const text = '还有文件没有上传完。关闭后会继续上传，但看不到进度和结果。'
    if (isSettled(uploads) || (await confirm({ title: '正在上传', text, confirmText: '关闭' }))) onClose()
  }

  return (
    <>
      <PanelDialog title={`文件管理 · ${title}`} size="large" onClose={() => void close()}>
        <FileToolbar
          start={<PathBar path={path} root={folder} onGo={setPath} />}
          onFiles={(files) => void start(files, path)}
          onNew={(kind) => setNaming({ kind, path, name: '' })}
        />
        <FileTable
          path={path}
          root={folder}
          actions={actions}
          onGo={setPath}
          onFiles={(files) => void start(files, path)}
        />
        <UploadList uploads={uploads} onClear={clear} />
      </PanelDialog>
      {naming && <NamingDialog naming={naming} onClose={() => setNaming(null)} />}
      {editing && <EditorDialog folder={folder} path={path} first={editing} onClose={() => setEditing(null)} />}
    </>
  )
}
