import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
} from '@fluentui/react-components'
import { useState } from 'react'
import type { Halt, Workspace } from '#shared/contract/workspace.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { SyncDialog } from '#renderer/features/workspaces/SyncDialog.tsx'
import { HALT } from '#renderer/features/workspaces/text.ts'
import { HaltDialog } from './HaltDialog.tsx'

const useStyles = makeStyles({ root: { flexShrink: 0 } })

/** A safety stop (S17, S18): what was found, and the ways on, in plain words. */
export function HaltBanner({ workspace, halt }: { workspace: Workspace; halt: Halt }) {
  return halt.kind === 'local-root-missing' ? (
    <FolderMissing workspace={workspace} halt={halt} />
  ) : (
    <Answerable id={workspace.id} halt={halt} kind={halt.kind} />
  )
}

/** The list of what is held comes first: an answer agrees to these files. */
function Answerable({ id, halt, kind }: { id: string; halt: Halt; kind: keyof typeof HALT }) {
  const styles = useStyles()
  const [shown, setShown] = useState(false)
  return (
    <MessageBar className={styles.root} intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>同步已停下，等您决定</MessageBarTitle>
        {halt.message}。{HALT[kind].restoreText}其他文件照常同步；恢复原状后会自动继续。
      </MessageBarBody>
      <MessageBarActions>
        <Button appearance="primary" onClick={() => setShown(true)}>
          查看清单并决定
        </Button>
      </MessageBarActions>
      {shown && <HaltDialog id={id} words={HALT[kind]} onClose={() => setShown(false)} />}
    </MessageBar>
  )
}

/** Nothing can be agreed to while the folder is away: an empty one in its place would empty the server. */
function FolderMissing({ workspace, halt }: { workspace: Workspace; halt: Halt }) {
  const styles = useStyles()
  const confirm = useConfirm()
  const [moving, setMoving] = useState(false)
  const check = useWrite('workspaces.syncNow', { success: '正在重新检查' })
  const disconnect = useWrite('workspaces.disconnect', { success: '已断开同步，服务器上的文件都还在' })
  const askDisconnect = async (): Promise<void> => {
    const text = `“${workspace.templateName}”不再同步，服务器上的文件都会保留。`
    if (await confirm({ title: '断开同步', text, confirmText: '断开', danger: true })) {
      disconnect.mutate({ id: workspace.id })
    }
  }
  return (
    <MessageBar className={styles.root} intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>找不到本地文件夹</MessageBarTitle>
        {halt.message}。移回原处或接上磁盘后会自动继续。
      </MessageBarBody>
      <MessageBarActions>
        <Button appearance="primary" onClick={() => check.mutate({ id: workspace.id })}>
          重新检查
        </Button>
        <Button onClick={() => setMoving(true)}>选择新位置</Button>
        <Button onClick={() => void askDisconnect()}>断开</Button>
      </MessageBarActions>
      {moving && (
        <SyncDialog
          template={{ folder: workspace.folder, name: workspace.templateName }}
          workspace={workspace.id}
          onClose={() => setMoving(false)}
        />
      )}
    </MessageBar>
  )
}
