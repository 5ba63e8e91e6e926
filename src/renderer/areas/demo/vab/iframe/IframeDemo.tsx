import { makeStyles, tokens } from '@fluentui/react-components'
import { PAPER } from '#renderer/ui/layout/paper.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  frame: {
    flex: '1 0 320px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
})
const PAGE = `<!doctype html><html lang="zh-CN"><title>内嵌页面</title><body style="font-family: sans-serif; padding: 24px; border-top: 4px solid ${PAPER.line}"><h1>内嵌的页面</h1><p>这是一页静态的 HTML。</p></body></html>`

/** 内嵌的页面没有来源，也不能运行脚本；其他网站不会嵌入程序。 */
export function IframeDemo() {
  const styles = useStyles()
  return (
    <DemoPage title="内嵌页面" text="内嵌的页面没有来源，也不能运行脚本；其他网站不会嵌入程序。">
      <iframe title="内嵌页面" sandbox="" srcDoc={PAGE} className={styles.frame} />
    </DemoPage>
  )
}
