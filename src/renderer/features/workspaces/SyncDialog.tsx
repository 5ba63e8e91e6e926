import { Button, Text } from '@fluentui/react-components'
import { FolderOpenRegular } from '@fluentui/react-icons'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { LoadingState } from '#renderer/ui/feedback/States.tsx'
import type { ChosenFolder, SyncedTemplate } from './chosenFolder.ts'
import { FolderChooser } from './FolderChooser.tsx'
import { PlanDialog } from './PlanDialog.tsx'

interface Props {
  template: SyncedTemplate
  /** The id of a workspace whose folder was moved. */
  workspace?: string
  onClose: () => void
}

/**
 * 同步到本地: proposes a folder and shows its plan; another folder can be chosen. No file changes before the user agrees
 * (sync-rules.md S8). For a workspace whose folder was moved the user has to choose the new location.
 */
export function SyncDialog({ template, workspace, onClose }: Props) {
  const [chosen, setChosen] = useState<ChosenFolder | null>(null)
  const [browsing, setBrowsing] = useState(false)
  const native = useRead('app.info', {}).data?.nativeDialogs
  const choose = useWrite('folders.choose', { success: false, onSuccess: ({ data }) => data && setChosen(data) })
  const start = (): void => (native ? choose.mutate({}) : setBrowsing(true))
  const propose = useWrite('workspaces.propose', { quiet: true, success: false })
  const ask = useEffectEvent(() => {
    if (workspace === undefined) propose.mutate({ folder: template.folder, templateName: template.name })
  })
  useEffect(() => {
    ask()
  }, [])
  const proposed = propose.data?.data
  const folder = chosen ?? (proposed?.workspace === null ? proposed : null)

  if (browsing) {
    return (
      <FolderChooser
        onClose={() => setBrowsing(false)}
        onChosen={(found) => {
          setBrowsing(false)
          setChosen(found)
        }}
      />
    )
  }
  if (folder) {
    return (
      <PlanDialog
        key={folder.grant}
        template={template}
        folder={folder}
        workspace={workspace}
        onBack={start}
        onClose={onClose}
      />
    )
  }
  if (proposed?.workspace) {
    return <Synced template={template} workspace={proposed.workspace} path={proposed.label} onClose={onClose} />
  }
  const title = `${workspace === undefined ? '同步到本地' : '选择新位置'} · ${template.name}`
  if (workspace === undefined && !propose.isError) {
    return (
      <PanelDialog title={title} size="small" onClose={onClose}>
        <LoadingState />
      </PanelDialog>
    )
  }
  return (
    <PanelDialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            appearance="primary"
            icon={<FolderOpenRegular />}
            disabledFocusable={native === undefined || choose.isPending}
            onClick={start}
          >
            选择文件夹…
          </Button>
        </>
      }
    >
      {workspace === undefined ? (
        <>
          <Text>请选择本机的一个文件夹，模板的全部文件将保存在该文件夹中，可用任意编辑器修改。</Text>
          <Text>
            连接后两边自动保持一致：本机保存的修改会上传到服务器，服务器上的修改会同步到本机。开始前显示同步计划，确认后才改动文件。
          </Text>
        </>
      ) : (
        <>
          <Text>请选择移动后的文件夹，同步将从上次的状态继续；也可选择空文件夹，全部文件将重新下载到该文件夹。</Text>
          <Text>开始前显示同步计划，确认后才改动文件。</Text>
        </>
      )}
    </PanelDialog>
  )
}

interface SyncedProps {
  template: SyncedTemplate
  workspace: string
  path: string
  onClose: () => void
}

/** Shown when the template is already synced to this machine. */
function Synced({ template, workspace, path, onClose }: SyncedProps) {
  const navigate = useNavigate()
  const go = (address: string): void => {
    onClose()
    void navigate(address)
  }
  const id = encodeURIComponent(workspace)
  return (
    <PanelDialog
      title={`同步到本地 · ${template.name}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button onClick={() => go(`/workspace/editor/${id}`)}>编辑文件</Button>
          <Button appearance="primary" onClick={() => go(`/workspace?id=${id}`)}>
            查看本地同步
          </Button>
        </>
      }
    >
      <Text>该模板已同步到本机的“{path}”，两边自动保持一致。</Text>
    </PanelDialog>
  )
}
