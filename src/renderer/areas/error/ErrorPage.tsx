import { Button, makeStyles, Text, Title1, tokens } from '@fluentui/react-components'
import { HomeRegular } from '@fluentui/react-icons'
import { useHomeCountdown } from './useHomeCountdown.ts'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    alignContent: 'center',
    justifyItems: 'center',
    gap: tokens.spacingVerticalL,
    height: '100%',
    padding: tokens.spacingHorizontalXXL,
    boxSizing: 'border-box',
    textAlign: 'center',
    outline: 'none',
  },
  code: {
    fontSize: '96px',
    lineHeight: 1,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorBrandForeground1,
    opacity: 0.9,
  },
  muted: { color: tokens.colorNeutralForeground3, textWrap: 'balance' },
})

/** An error page with its number, its texts and the way home. */
export function ErrorPage({ code, title, texts }: { code: string; title: string; texts: readonly string[] }) {
  const styles = useStyles()
  const { left, goHome } = useHomeCountdown()
  return (
    <main className={styles.root} tabIndex={-1}>
      <div className={styles.code} aria-hidden>
        {code}
      </div>
      <Title1 as="h1">{title}</Title1>
      {texts.map((text) => (
        <Text key={text} size={400} className={styles.muted}>
          {text}
        </Text>
      ))}
      <Button appearance="primary" icon={<HomeRegular />} onClick={goHome}>
        返回首页
      </Button>
      <Text className={styles.muted} role="timer">
        {left} 秒后自动返回首页
      </Text>
    </main>
  )
}
