import { Fragment, type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import {
  Breadcrumb,
  BreadcrumbButton,
  BreadcrumbDivider,
  BreadcrumbItem,
  Button,
  makeStyles,
  Text,
  tokens,
  Tooltip,
} from '@fluentui/react-components'
import { ArrowUpRegular, DeleteRegular, DocumentAddRegular, FolderAddRegular } from '@fluentui/react-icons'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { type Uploader, useUploader } from '#renderer/features/uploads/useUploader.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { UploadButton } from '#renderer/features/uploads/UploadButton.tsx'
import { UploadFolderButton } from '#renderer/features/uploads/UploadFolderButton.tsx'
import { UploadList } from '#renderer/features/uploads/UploadList.tsx'
import { isEnded } from '#renderer/features/uploads/state.ts'
import { useUploadFact } from '#renderer/features/uploads/hooks.ts'
import { notify } from '#renderer/data/notices.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NameDialog } from '#renderer/ui/dialogs/NameDialog.tsx'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { factOf } from '#renderer/data/factOf.ts'
import { useAlert, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { startDownload } from '#renderer/ui/page/startDownload.ts'
import { HistoryDialog } from '#renderer/features/templateRevision/HistoryDialog.tsx'
import { RemovedDialog } from '#renderer/features/templateRevision/RemovedDialog.tsx'
import { EditorDialog } from '../editor/EditorDialog.tsx'
import { EncodingDialog, type EncodingQuestion } from './EncodingDialog.tsx'
import { FileTable } from './FileTable.tsx'
import { crumbsOf, parentPath } from '../shared/paths.ts'
import { type FileLink, fileHref } from '#renderer/features/links/fileLink.ts'
import type { FileActions } from './fileColumns.tsx'
import { useCopyLink } from '#renderer/features/links/useCopyLink.ts'
import { isEditable } from '#renderer/features/fileEditor/fileKinds.ts'

interface Props {
  folder: string
  title: string
  /** A file and line to open at once, in the file's folder. */
  file?: FileLink
  onClose: () => void
}

/** A·§2 Template file manager dialog, opened with the template's folder as its root. */
export function FileManager({ folder, title, file, onClose }: Props) {
  const [path, setPath] = useState(file === undefined ? folder : parentPath(file.path, folder))
  const [naming, setNaming] = useState<NameRequest | null>(null)
  const [editing, setEditing] = useState<FileEntry | null>(null)
  const [history, showHistory] = useState<FileEntry | null>(null)
  const [removed, showRemoved] = useState(false)
  const [question, askEncoding] = useState<EncodingQuestion | null>(null)
  const toast = useToast()
  const uploader = useUploader({
    target: { to: 'template', path },
    multiple: true,
    onSettled: ({ done }) => done > 0 && toast.success('操作成功'),
  })
  const rename = useCallback((entry: FileEntry) => setNaming({ kind: 'rename', path, name: entry.name }), [path])
  const actions = useFileActions(path, {
    enter: setPath,
    edit: setEditing,
    rename,
    askEncoding,
    history: showHistory,
  })
  useOpenFile(file?.path, path, actions.open)

  return (
    <>
      <PanelDialog title={`文件管理 · ${title}`} size="large" onClose={onClose}>
        <FileToolbar
          start={<PathBar path={path} root={folder} onGo={setPath} />}
          uploader={uploader}
          onNew={(kind) => setNaming({ kind, path, name: '' })}
          onRemoved={() => showRemoved(true)}
        />
        <FileTable path={path} root={folder} actions={actions} onGo={setPath} onFiles={uploader.add} />
        <FileUploads uploader={uploader} />
      </PanelDialog>
      {naming && <NamingDialog naming={naming} onClose={() => setNaming(null)} />}
      {question && <EncodingDialog question={question} onClose={() => askEncoding(null)} />}
      {history && (
        <HistoryDialog path={history.path} onClose={() => showHistory(null)} onRestored={() => showHistory(null)} />
      )}
      {removed && <RemovedDialog path={path} onClose={() => showRemoved(false)} />}
      {editing && (
        <EditorDialog
          folder={folder}
          path={path}
          first={editing}
          line={editing.path === file?.path ? file.line : 0}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

/** Opens the file of a link, once its folder has been read. */
function useOpenFile(file: string | undefined, path: string, open: (entry: FileEntry) => void): void {
  const opened = useRef(false)
  const { data } = useRead('templateFile.list', { path }, { quiet: true, enabled: file !== undefined })
  const openEntry = useEffectEvent((entries: readonly FileEntry[], filePath: string) => {
    const entry = entries.find((each) => each.path === filePath)
    if (entry) open(entry)
    else notify('warning', `没有找到“${filePath}”，可能已被删除或改名`)
  })
  useEffect(() => {
    if (opened.current || file === undefined || !data) return
    opened.current = true
    openEntry(data, file)
  }, [file, data])
}

interface FileToolbarProps {
  start: ReactNode
  uploader: Uploader
  onNew: (kind: 'file' | 'folder') => void
  onRemoved: () => void
}

/** Upload of files and of a folder, new file and new folder (A·§2), and the deleted files. */
function FileToolbar({ start, uploader, onNew, onRemoved }: FileToolbarProps) {
  return (
    <Toolbar
      end={
        <>
          <UploadButton uploader={uploader} />
          <UploadFolderButton uploader={uploader} />
          <Button icon={<DocumentAddRegular />} onClick={() => onNew('file')}>
            新建文件
          </Button>
          <Button icon={<FolderAddRegular />} onClick={() => onNew('folder')}>
            新建文件夹
          </Button>
          <Button icon={<DeleteRegular />} onClick={onRemoved}>
            已删除
          </Button>
        </>
      }
    >
      {start}
    </Toolbar>
  )
}

const useFileUploadsStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    flexShrink: 0,
  },
  list: { maxHeight: '122px' },
})

/** The uploads of this dialog that are still in the list of uploads. */
function FileUploads({ uploader: { ids, busy } }: { uploader: Uploader }) {
  const styles = useFileUploadsStyles()
  const ended = useUploadFact(({ tasks }) => ids.filter((id) => isKnownEnded(tasks.get(id))).length)
  if (ids.length === 0 && !busy) return null
  return (
    <section className={styles.root} aria-label="上传">
      <Text weight="semibold" role="status">
        上传 {ended} / {ids.length}
      </Text>
      <UploadList ids={ids} className={styles.list} />
    </section>
  )
}

const isKnownEnded = (task: Parameters<typeof isEnded>[0] | undefined): boolean => task !== undefined && isEnded(task)

const usePathBarStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0, flexWrap: 'wrap' },
})

/** A·§2: the breadcrumb of the current folder, with a button to the parent folder. */
function PathBar({ path, root, onGo }: { path: string; root: string; onGo: (path: string) => void }) {
  const styles = usePathBarStyles()
  const crumbs = crumbsOf(path, root)
  return (
    <div className={styles.root}>
      <Tooltip content="返回上一级" relationship="label">
        <Button
          appearance="subtle"
          icon={<ArrowUpRegular />}
          disabled={path === root}
          onClick={() => onGo(parentPath(path, root))}
        />
      </Tooltip>
      <Breadcrumb aria-label="当前路径">
        {crumbs.map((crumb, i) => (
          <Fragment key={crumb.path}>
            {i > 0 && <BreadcrumbDivider />}
            <BreadcrumbItem>
              <BreadcrumbButton current={crumb.path === path} onClick={() => onGo(crumb.path)}>
                {crumb.name}
              </BreadcrumbButton>
            </BreadcrumbItem>
          </Fragment>
        ))}
      </Breadcrumb>
    </div>
  )
}

/** A request for a name in the folder `path`. */
interface NameRequest {
  kind: 'file' | 'folder' | 'rename'
  path: string
  /** The present name, for a rename. */
  name: string
}

/** A·§2: new file, new folder, and the rename prompt. */
function NamingDialog({ naming, onClose }: { naming: NameRequest; onClose: () => void }) {
  const { kind, path, name } = naming
  const newFile = useWrite('templateFile.newFile')
  const newFolder = useWrite('templateFile.newFolder')
  const rename = useWrite('templateFile.rename')
  switch (kind) {
    case 'file':
      return (
        <NameDialog
          title="新建文件"
          label="文件名称"
          onClose={onClose}
          save={(filename) => newFile.mutateAsync({ path, filename })}
        />
      )
    case 'folder':
      return (
        <NameDialog
          title="新建文件夹"
          label="文件夹名称"
          onClose={onClose}
          save={(folderName) => newFolder.mutateAsync({ path, folderName })}
        />
      )
    case 'rename':
      return (
        <NameDialog
          title="重命名"
          label="新名称"
          value={name}
          onClose={onClose}
          save={(renamed) => rename.mutateAsync({ path, sourceFileName: name, rename: renamed })}
        />
      )
  }
}

interface FileActionCallbacks {
  /** Enters a folder. */
  enter: (path: string) => void
  /** Opens a file in the editor. */
  edit: (entry: FileEntry) => void
  rename: (entry: FileEntry) => void
  /** Shows the versions of a file. */
  history: (entry: FileEntry) => void
  /** Asks for the encoding of an archive's file names. */
  askEncoding: (question: EncodingQuestion) => void
}

/** The actions of the rows in the folder `path` (A·§2 Template file manager dialog). */
function useFileActions(path: string, { enter, edit, rename, history, askEncoding }: FileActionCallbacks): FileActions {
  const confirm = useConfirm()
  const alert = useAlert()
  const toast = useToast()
  const copyLink = useCopyLink()
  const { mutate: remove } = useWrite('templateFile.remove')
  const { mutateAsync: unzip } = useWrite('templateFile.unzip', { quiet: true })

  return useMemo(() => {
    const download = async (entry: FileEntry): Promise<void> => {
      const { href, savedAs } = (await call('downloads.templateFile', { path, downloadFileName: entry.name })).data
      if (href) startDownload(href, entry.name)
      if (savedAs) toast.success(`已保存到 ${savedAs}`)
    }
    return {
      open(entry) {
        if (entry.folder) enter(entry.path)
        else if (isEditable(entry.name)) edit(entry)
        else void alert({ title: '提示', text: '文件格式不能打开' })
      },
      download: (entry) => void download(entry).catch(showError),
      unzip: ({ name }) =>
        // Shows the error even if the dialog has been closed in the meantime.
        void unzip({ path, unzipFileName: name }).catch((error: unknown) => {
          const samples = factOf(error, 'names')?.samples
          if (samples) askEncoding({ path, name, samples })
          else showError(error)
        }),
      rename,
      history,
      copyLink: (entry) => void copyLink(fileHref(entry.path), 0),
      remove: (entry) => {
        const question = { title: '删除', text: '文件删除后不可恢复 是否继续?', danger: true }
        void confirm(question).then((agreed) => agreed && remove({ path, deleteFileName: entry.name }))
      },
    }
  }, [path, enter, edit, rename, history, copyLink, askEncoding, confirm, alert, toast, remove, unzip])
}
