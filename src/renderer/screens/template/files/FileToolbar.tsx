import { Button } from '@fluentui/react-components'
import { ArrowUploadRegular, DocumentAddRegular, FolderAddRegular } from '@fluentui/react-icons'
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { Toolbar } from '#renderer/kit/layout/Page.tsx'

interface Props {
  start: ReactNode
  onFiles: (files: File[]) => void
  onNew: (kind: 'file' | 'folder') => void
}

/** Upload, new file and new folder (A·§2). */
export function FileToolbar({ start, onFiles, onNew }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])]
    // So that the same file can be chosen again.
    event.target.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <Toolbar
      end={
        <>
          <Button appearance="primary" icon={<ArrowUploadRegular />} onClick={() => input.current?.click()}>
            上传
          </Button>
          <Button icon={<DocumentAddRegular />} onClick={() => onNew('file')}>
            新建文件
          </Button>
          <Button icon={<FolderAddRegular />} onClick={() => onNew('folder')}>
            新建文件夹
          </Button>
          <input ref={input} type="file" multiple hidden aria-label="选择要上传的文件" onChange={choose} />
        </>
      }
    >
      {start}
    </Toolbar>
  )
}
