import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import type { OpenFile } from './openFiles.ts'
import type { Editor } from './useEditor.ts'

const useStyles = makeStyles({ root: { flexShrink: 0 } })

/** Says that the file in front has changed or gone on the server, and what can be done. */
export function ServerNotice({ editor }: { editor: Editor }) {
  const styles = useStyles()
  const file = editor.current
  if (!file || file.server === 'same') return null
  const { title, text } = NOTICES[file.server]
  return (
    <MessageBar className={styles.root} intent={file.server === 'synced' ? 'info' : 'warning'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{title}</MessageBarTitle>
        {`“${file.name}”${text}`}
      </MessageBarBody>
      <MessageBarActions>
        {file.server === 'gone' ? (
          <Button onClick={() => editor.recreate(file)}>重新创建</Button>
        ) : (
          <Button onClick={() => editor.showConflict(file)}>比较</Button>
        )}
      </MessageBarActions>
    </MessageBar>
  )
}

const NOTICES: Record<Exclude<OpenFile['server'], 'same'>, { title: string; text: string }> = {
  gone: { title: '服务器上已没有这个文件', text: '已被删除或改名，您编辑的内容还在这里。' },
  newer: {
    title: '服务器上已有新版本',
    text: '又被别人保存过（或您在另一台电脑上）。您在这里的修改没有丢失，比较后再决定保留哪一个。',
  },
  synced: {
    title: '本机同步文件夹里的修改已更新到服务器',
    text: '是您在这台电脑的同步文件夹里改的，没有别人的修改。您在这里的修改没有丢失，比较后再决定保留哪一个。',
  },
}
