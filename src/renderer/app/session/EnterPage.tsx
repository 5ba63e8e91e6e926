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

/** A tab that has no secret of this run, and none of whose neighbours has one. */
export function EnterPage({ onRetry }: { onRetry: () => void }) {
  const styles = useStyles()
  return (
    <FrontDoor width={420}>
      <Text as="h1" weight="semibold" size={600}>
        请从打开地址进入站匠
      </Text>
      <ol className={styles.steps}>
        <li>在启动站匠的窗口里按回车键，会得到一个新的打开地址；也可以重新启动站匠。</li>
        <li>在浏览器中打开新地址。每个地址只能使用一次，两分钟内有效。</li>
        <li>新地址打开以后，这个页面会自动恢复。</li>
      </ol>
      <Button className={styles.button} onClick={onRetry}>
        重试
      </Button>
    </FrontDoor>
  )
}
