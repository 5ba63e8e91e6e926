import { Button, Tooltip, useDialogContext_unstable } from '@fluentui/react-components'
import { OpenRegular } from '@fluentui/react-icons'
import { usePage } from '../page/page.ts'
import { useHasOpened } from '../page/useTabState.ts'

/** In the title of a dialog: moves the page with the open dialog, which covers the page tabs and their menus, into another window. */
export function MoveButton() {
  const { move } = usePage()
  const hasOpened = useHasOpened()
  // A dialog over another one is not opened again.
  const isNested = useDialogContext_unstable((dialog) => dialog.isNestedDialog)
  if (!move || !hasOpened || isNested) return null
  return (
    <Tooltip content={move.title} relationship="label">
      <Button appearance="subtle" icon={<OpenRegular />} onClick={move.run} />
    </Tooltip>
  )
}
