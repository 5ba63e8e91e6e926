import { Button, Tooltip, useDialogContext_unstable } from '@fluentui/react-components'
import { OpenRegular } from '@fluentui/react-icons'
import { usePage } from '../page/page.ts'
import { useHasOpenDialog } from '../page/useTabState.ts'

/** A button in a dialog's title that moves the page with the dialog into another window; the dialog covers the page tabs. */
export function MoveButton() {
  const { move } = usePage()
  const hasOpened = useHasOpenDialog()
  // A nested dialog would not be reopened in the other window.
  const isNested = useDialogContext_unstable((dialog) => dialog.isNestedDialog)
  if (!move || !hasOpened || isNested) return null
  return (
    <Tooltip content={move.title} relationship="label">
      <Button appearance="subtle" icon={<OpenRegular />} onClick={move.run} />
    </Tooltip>
  )
}
