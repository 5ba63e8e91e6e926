import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { useState } from 'react'
import type { DraftState } from '#shared/contract/templateDraft.ts'
import { AimDialog } from '../workspaces/AimDialog.tsx'

export interface AimedWorkspace {
  id: string
  /** What it is synced with: the template's folder on the server, or that of its draft. */
  folder: string
}

const useStyles = makeStyles({
  still: { flexShrink: 0 },
})

interface Props {
  workspace: AimedWorkspace
  state: DraftState
  onDone: () => void
}

/** Says what a workspace is synced with, and turns it to the other. */
export function AimBar({ workspace, state, onDone }: Props) {
  const styles = useStyles()
  const [turning, setTurning] = useState(false)
  const isLive = workspace.folder === state.folder
  const other = isLive
    ? { folder: state.draft?.folder ?? '', name: `${state.name}（草稿）` }
    : { folder: state.folder, name: state.name }
  return (
    <>
      <MessageBar className={styles.still} intent={isLive ? 'warning' : 'info'} layout="multiline">
        <MessageBarBody>
          {isLive
            ? '这个工作区同步的是线上模板：保存的修改会直接影响网站。'
            : '这个工作区同步的是草稿：发布之前，网站不会变。'}
        </MessageBarBody>
        <MessageBarActions>
          <Button onClick={() => setTurning(true)}>{isLive ? '改为同步草稿' : '改为同步线上模板'}</Button>
        </MessageBarActions>
      </MessageBar>
      {turning && (
        <AimDialog
          id={workspace.id}
          to={other}
          title={`改为同步“${other.name}”`}
          agree="同意并切换"
          onDone={onDone}
          onClose={() => setTurning(false)}
        />
      )}
    </>
  )
}
