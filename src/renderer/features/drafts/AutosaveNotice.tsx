import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { HOST_UNREACHABLE, useHostReach } from '#renderer/data/hostReach.ts'
import type { AutosaveProblem } from './autosave.ts'

const useStyles = makeStyles({
  // Stays visible wherever the form is scrolled to.
  root: { position: 'sticky', top: 0, zIndex: 2, boxShadow: tokens.shadow4 },
})

/** Tells in the form that typed text is not stored on this computer at present, and where it is instead. */
export function AutosaveNotice({ trouble: problem }: { trouble: AutosaveProblem | null }) {
  const styles = useStyles()
  const reach = useHostReach()
  const text = textOf(problem, reach)
  if (!text) return null
  return (
    <div className={styles.root} role="alert">
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>{text}</MessageBarBody>
      </MessageBar>
    </div>
  )
}

function textOf(trouble: AutosaveProblem | null, reach: ReturnType<typeof useHostReach>): string | null {
  if (trouble)
    return trouble.inBrowser
      ? `未能暂存到本机：${trouble.reason}。输入的内容暂存在当前浏览器中，恢复后自动转存到本机，请勿清除浏览器数据。`
      : `未能暂存到本机：${trouble.reason}。当前浏览器也无法保存，请先复制输入的内容，并且不要关闭本页。`
  return reach === 'ok' ? null : `${HOST_UNREACHABLE[reach]}。输入的内容暂存在当前浏览器中，恢复后自动转存到本机。`
}
