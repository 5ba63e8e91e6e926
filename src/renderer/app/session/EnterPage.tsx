import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { FrontDoor } from '#renderer/ui/layout/FrontDoor.tsx'

const useStyles = makeStyles({
  steps: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    margin: 0,
    paddingLeft: '20px',
    lineHeight: tokens.lineHeightBase400,
  },
  button: { justifySelf: 'start' },
})

/** Shown in a browser tab that has no page secret of this run and gets none from another tab. */
export function EnterPage({ onRetry }: { onRetry: () => void }) {
  const styles = useStyles()
  return (
    <FrontDoor width={420}>
      <Text as="h1" weight="semibold" size={600}>
        请通过打开地址进入站匠
      </Text>
      <ol className={styles.steps}>
        <li>在启动站匠的终端窗口中按回车键，获取新的打开地址；也可以重新启动站匠。</li>
        <li>在浏览器中打开新地址。每个地址只能使用一次，两分钟内有效。</li>
        <li>打开新地址后，此页面自动恢复。</li>
      </ol>
      <Button className={styles.button} onClick={onRetry}>
        重试
      </Button>
    </FrontDoor>
  )
}
