import { Button, type ButtonProps } from '@fluentui/react-components'
import { ArrowUploadRegular } from '@fluentui/react-icons'
import type { ReactNode } from 'react'
import type { Uploader } from './useUploader.tsx'

interface Props {
  uploader: Uploader
  appearance?: ButtonProps['appearance']
  disabled?: boolean
  /** 上传 by default. */
  children?: ReactNode
}

/** Opens the file dialog and uploads the chosen files. Contains the uploader's file input. */
export function UploadButton({ uploader, appearance = 'primary', disabled = false, children = '上传' }: Props) {
  return (
    <>
      <Button appearance={appearance} icon={<ArrowUploadRegular />} disabled={disabled} onClick={uploader.pick}>
        {children}
      </Button>
      {uploader.input}
    </>
  )
}
