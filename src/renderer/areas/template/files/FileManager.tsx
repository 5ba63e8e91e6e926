import { useCallback, useState } from 'react'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { EditorDialog } from '../editor/EditorDialog.tsx'
import { EncodingDialog, type EncodingQuestion } from './EncodingDialog.tsx'
import { FileTable } from './FileTable.tsx'
import { FileToolbar } from './FileToolbar.tsx'
import { type Naming, NamingDialog } from './NamingDialog.tsx'
import { PathBar } from './PathBar.tsx'
import { FileUploads } from './FileUploads.tsx'
import { useFileActions } from './useFileActions.ts'

/** A·§2 Template file manager dialog, opened with the template's folder as its root. */
export function FileManager({ folder, title, onClose }: { folder: string; title: string; onClose: () => void }) {
  const [path, setPath] = useState(folder)
  const [naming, setNaming] = useState<Naming | null>(null)
  const [editing, setEditing] = useState<FileEntry | null>(null)
  const [question, askEncoding] = useState<EncodingQuestion | null>(null)
  const toast = useToast()
  const uploader = useUploader({
    target: { to: 'template', path },
    multiple: true,
    onSettled: ({ done }) => done > 0 && toast.success('操作成功'),
  })
  const rename = useCallback((entry: FileEntry) => setNaming({ kind: 'rename', path, name: entry.name }), [path])
  const actions = useFileActions(path, { enter: setPath, edit: setEditing, rename, askEncoding })

  return (
    <>
      <PanelDialog title={`文件管理 · ${title}`} size="large" onClose={onClose}>
        <FileToolbar
          start={<PathBar path={path} root={folder} onGo={setPath} />}
          uploader={uploader}
          onNew={(kind) => setNaming({ kind, path, name: '' })}
        />
        <FileTable path={path} root={folder} actions={actions} onGo={setPath} onFiles={uploader.add} />
        <FileUploads uploader={uploader} />
      </PanelDialog>
      {naming && <NamingDialog naming={naming} onClose={() => setNaming(null)} />}
      {question && <EncodingDialog question={question} onClose={() => askEncoding(null)} />}
      {editing && <EditorDialog folder={folder} path={path} first={editing} onClose={() => setEditing(null)} />}
    </>
  )
}
