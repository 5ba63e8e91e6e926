import { Link } from '@fluentui/react-components'
import { useState } from 'react'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { MediaPreview } from '#renderer/ui/viewers/MediaPreview.tsx'
import { nameOf } from './picker/items.ts'

/** The name of an uploaded file; a click opens its preview, which offers the download. Renders nothing for ''. */
export function FileLink({ accessPath }: { accessPath: string }) {
  const [open, setOpen] = useState(false)
  if (accessPath === '') return null
  const name = nameOf(accessPath)
  return (
    <>
      <Link as="button" title={name} onClick={() => setOpen(true)}>
        {name}
      </Link>
      {open && (
        <MediaPreview
          files={[{ accessPath, oldName: name, extension: extensionOf(name), kind: 'file' }]}
          at={0}
          onMove={() => undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
