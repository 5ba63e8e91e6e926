import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { HOST_UNREACHABLE, useHostReach } from '#renderer/data/hostReach.ts'
import type { AutosaveTrouble } from './autosave.ts'

const useStyles = makeStyles({
  // Stays visible wherever the form is scrolled to.
  root: { position: 'sticky', top: 0, zIndex: 2, boxShadow: tokens.shadow4 },
})

/** Tells in the form that typed text is currently not stored on this computer, and where it is instead. */
export function AutosaveNotice({ trouble }: { trouble: AutosaveTrouble | null }) {
  const styles = useStyles()
  const reach = useHostReach()
  const text = textOf(trouble, reach)
  if (!text) return null
  return (
    <div className={styles.root} role="alert">
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>{text}</MessageBarBody>
      </MessageBar>
    </div>
  )
}

function textOf(trouble: AutosaveTrouble | null, reach: ReturnType<typeof useHostReach>): string | null {
  if (trouble)
    return trouble.inBrowser
      ? `没有暂存到本机：${trouble.reason}。您写的内容先保存在这个浏览器里，恢复后会自动交回，请不要清除浏览器数据。`
      : `没有暂存到本机：${trouble.reason}。这个浏览器也不能保存，请先复制您写的内容，不要关闭本页。`
  return reach === 'ok' ? null : `${HOST_UNREACHABLE[reach]}。您写的内容会先保存在这个浏览器里，恢复后自动交回。`
}
