import { makeStyles, tokens } from '@fluentui/react-components'
import { CopyRegular, DeleteRegular, RenameRegular } from '@fluentui/react-icons'
import { ContextMenu } from '#renderer/ui/contextMenu/ContextMenu.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  area: {
    height: '200px',
    border: `2px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground2,
    font: 'inherit',
  },
})

/** 在方框里点鼠标右键，或选中它后按菜单键（Shift+F10）。 */
export function ContextMenuDemo() {
  const styles = useStyles()
  const toast = useToast()
  return (
    <DemoPage title="右键菜单" text="在方框里点鼠标右键，或选中它后按菜单键（Shift+F10）。">
      <ContextMenu
        actions={[
          { title: '复制', icon: CopyRegular, run: () => toast.info('复制') },
          { title: '重命名', icon: RenameRegular, run: () => toast.info('重命名') },
          { title: '删除', icon: DeleteRegular, disabled: true, run: () => undefined },
        ]}
      >
        <button type="button" className={styles.area}>
          在这里点右键
        </button>
      </ContextMenu>
    </DemoPage>
  )
}
