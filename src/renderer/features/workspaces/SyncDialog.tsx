import { Button, Text } from '@fluentui/react-components'
import { FolderOpenRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import type { ChosenFolder, SyncedTemplate } from './chosenFolder.ts'
import { FolderChooser } from './FolderChooser.tsx'
import { PlanDialog } from './PlanDialog.tsx'

interface Props {
  template: SyncedTemplate
  /** The id of a workspace whose folder was moved. */
  workspace?: string
  onClose: () => void
}

/** 同步到本地: choose a folder, read the plan, agree. Nothing is changed before that (sync-rules.md S8). */
export function SyncDialog({ template, workspace, onClose }: Props) {
  const [folder, setFolder] = useState<ChosenFolder | null>(null)
  const [browsing, setBrowsing] = useState(false)
  const native = useRead('app.info', {}).data?.nativeDialogs
  const choose = useWrite('folders.choose', { success: false, onSuccess: ({ data }) => setFolder(data) })
  const start = (): void => (native ? choose.mutate({}) : setBrowsing(true))

  if (folder) {
    return (
      <PlanDialog
        template={template}
        folder={folder}
        workspace={workspace}
        onBack={() => setFolder(null)}
        onClose={onClose}
      />
    )
  }
  if (browsing) {
    return (
      <FolderChooser
        onClose={() => setBrowsing(false)}
        onChosen={(chosen) => {
          setBrowsing(false)
          setFolder(chosen)
        }}
      />
    )
  }
  return (
    <PanelDialog
      title={`${workspace === undefined ? '同步到本地' : '选择新位置'} · ${template.name}`}
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
          <Text>选择本机的一个文件夹，模板的全部文件会放在那里，您可以用自己习惯的编辑器修改。</Text>
          <Text>
            连接后两边自动保持一致：在本机保存就会传到服务器，服务器上的修改也会来到本机。开始之前会先给您看计划，您同意后才会动文件。
          </Text>
        </>
      ) : (
        <>
          <Text>
            选择移动之后的文件夹，同步会从上次的状态接着进行；也可以选择一个空文件夹，全部文件会重新下载到那里。
          </Text>
          <Text>开始之前会先给您看计划，您同意后才会动文件。</Text>
        </>
      )}
    </PanelDialog>
  )
}
