import { Button, Field } from '@fluentui/react-components'
import { useState } from 'react'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { ROLE_DIALOG } from '../text.ts'

interface Props {
  title: string
  label: string
  hint: string
  items: readonly { id: number; title: string; level?: number }[]
  onChoose: (id: number) => Promise<void>
  onClose: () => void
}

/** Chooses the site or the group whose grants are copied. */
export function CopyFrom({ title, label, hint, items, onChoose, onClose }: Props) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (chosen === null || busy) return
    setBusy(true)
    await onChoose(chosen).finally(() => setBusy(false))
  }
  return (
    <PanelDialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button appearance="primary" disabledFocusable={chosen === null || busy} onClick={() => void run()}>
            {ROLE_DIALOG.copy}
          </Button>
        </>
      }
    >
      <Field label={label} hint={hint}>
        <TruncatedSelect
          label={label}
          items={items}
          value={chosen ?? -1}
          onChange={setChosen}
          placeholder="请选择"
          wide
        />
      </Field>
    </PanelDialog>
  )
}
