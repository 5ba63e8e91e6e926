import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import type { Editor } from './useEditor.ts'

const useStyles = makeStyles({ root: { flexShrink: 0 } })

/** Says that the file in front has changed or gone on the server, and what can be done. */
export function ServerNotice({ editor }: { editor: Editor }) {
  const styles = useStyles()
  const file = editor.current
  if (!file || file.server === 'same') return null
  const gone = file.server === 'gone'
  return (
    <MessageBar className={styles.root} intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{gone ? '服务器上已没有这个文件' : '服务器上已有新版本'}</MessageBarTitle>
        {gone
          ? `“${file.name}”已被删除或改名，您编辑的内容还在这里。`
          : `“${file.name}”又被保存过（别人，或您在本机同步文件夹里的编辑器）。您在这里的修改没有丢失，比较后再决定保留哪一个。`}
      </MessageBarBody>
      <MessageBarActions>
        {gone ? (
          <Button onClick={() => editor.recreate(file)}>重新创建</Button>
        ) : (
          <Button onClick={() => editor.showConflict(file)}>比较</Button>
        )}
      </MessageBarActions>
    </MessageBar>
  )
}
