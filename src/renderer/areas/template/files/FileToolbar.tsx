import { Button } from '@fluentui/react-components'
import { DocumentAddRegular, FolderAddRegular } from '@fluentui/react-icons'
import type { ReactNode } from 'react'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { UploadButton } from '#renderer/features/uploads/UploadButton.tsx'
import { UploadFolderButton } from '#renderer/features/uploads/UploadFolderButton.tsx'
import type { Uploader } from '#renderer/features/uploads/useUploader.tsx'

interface Props {
  start: ReactNode
  uploader: Uploader
  onNew: (kind: 'file' | 'folder') => void
}

/** Upload of files and of a folder, new file and new folder (A·§2). */
export function FileToolbar({ start, uploader, onNew }: Props) {
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
        </>
      }
    >
      {start}
    </Toolbar>
  )
}
