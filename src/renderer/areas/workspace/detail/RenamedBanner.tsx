import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import { useState } from 'react'
import type { Workspace } from '#shared/contract/workspace.ts'
import { TargetDialog } from '#renderer/features/workspaces/TargetDialog.tsx'

const useStyles = makeStyles({ root: { flexShrink: 0 } })

interface Props {
  workspace: Workspace
  renamedTo: NonNullable<Workspace['renamedTo']>
}

/** Shown after the template's folder was renamed on the server, with the plan to continue with the new folder. */
export function RenamedBanner({ workspace: { id }, renamedTo }: Props) {
  const styles = useStyles()
  const [planning, setPlanning] = useState(false)
  const close = (): void => setPlanning(false)
  return (
    <MessageBar className={styles.root} intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>模板文件夹已改名</MessageBarTitle>
        本地文件夹无需改名。改用“{renamedTo.folder}”前，先列出要传送的文件，确认后开始。
      </MessageBarBody>
      <MessageBarActions>
        <Button appearance="primary" onClick={() => setPlanning(true)}>
          改用“{renamedTo.folder}”继续同步
        </Button>
      </MessageBarActions>
      {planning && (
        <TargetDialog
          id={id}
          to={renamedTo}
          title={`改用“${renamedTo.folder}”继续同步`}
          agree="同意并继续"
          onDone={close}
          onClose={close}
        />
      )}
    </MessageBar>
  )
}
