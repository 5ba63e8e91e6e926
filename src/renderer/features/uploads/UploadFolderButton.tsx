import { Button } from '@fluentui/react-components'
import { FolderArrowUpRegular } from '@fluentui/react-icons'
import { type ChangeEvent, useCallback, useRef } from 'react'
import { showError } from '#renderer/data/errors.ts'
import { AppError } from '#shared/errors/index.ts'
import { withoutSystemFiles } from './dropped.ts'
import type { Uploader } from './useUploader.tsx'

/** Opens the folder dialog; the files of the chosen folder are uploaded into the same folders at the target. */
export function UploadFolderButton({ uploader, disabled = false }: { uploader: Uploader; disabled?: boolean }) {
  const input = useRef<HTMLInputElement | null>(null)
  const bind = useCallback((node: HTMLInputElement | null) => {
    // React does not support this attribute.
    if (node) node.webkitdirectory = true
    input.current = node
  }, [])
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = withoutSystemFiles([...(event.target.files ?? [])])
    // Cleared, so that the same folder can be chosen again.
    event.target.value = ''
    if (files.length > 0) uploader.add(files)
    else showError(new AppError('invalid', '所选文件夹中没有可上传的文件'))
  }
  return (
    <>
      <Button icon={<FolderArrowUpRegular />} disabled={disabled} onClick={() => input.current?.click()}>
        上传文件夹
      </Button>
      <input ref={bind} type="file" hidden multiple aria-label="选择整个文件夹" onChange={choose} />
    </>
  )
}
