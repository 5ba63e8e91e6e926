import { Button, Tooltip } from '@fluentui/react-components'
import { BookQuestionMarkRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { TagReference } from './TagReference.tsx'

/** Opens 模板标签手册 over the editor. */
export function ReferenceButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Tooltip content="模板标签手册" relationship="label">
        <Button icon={<BookQuestionMarkRegular />} onClick={() => setOpen(true)} />
      </Tooltip>
      {open && (
        <PanelDialog title="模板标签手册" size="large" onClose={() => setOpen(false)}>
          <TagReference />
        </PanelDialog>
      )}
    </>
  )
}
