import { Button } from '@fluentui/react-components'
import { FolderOpenRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { UploadKind } from '#shared/contract/upload.ts'
import { EventBoundary } from './EventBoundary.tsx'
import { MediaPicker } from './MediaPicker.tsx'

interface Props {
  kind: UploadKind
  disabled: boolean
  onChoose: (accessPath: string) => void
}

/** A button beside an upload button that chooses a file from the library. For `more` of an ImageField. */
export function LibraryButton({ kind, disabled, onChoose }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<FolderOpenRegular />} disabled={disabled} onClick={() => setOpen(true)}>
        从资源库选择
      </Button>
      {open && (
        <EventBoundary>
          <MediaPicker
            kind={kind}
            web={false}
            onConfirm={([media]) => {
              if (media) onChoose(media.src)
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </EventBoundary>
      )}
    </>
  )
}
