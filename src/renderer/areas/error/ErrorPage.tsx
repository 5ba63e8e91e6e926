import { Button, makeStyles, Text, Title1, tokens } from '@fluentui/react-components'
import { HomeRegular } from '@fluentui/react-icons'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

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

/** An error page with its status code, its texts and a button to the home page. */
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

/** A·§9: seconds until an error page goes to the home page. */
const REDIRECT_SECONDS = 5

/** Counts down and then goes to the home page. Returns the remaining seconds and a function that goes there at once. */
function useHomeCountdown(): { left: number; goHome: () => void } {
  const navigate = useNavigate()
  const [left, setLeft] = useState(REDIRECT_SECONDS)

  useEffect(() => {
    if (left === 0) void navigate('/', { replace: true })
    const timer = setTimeout(() => setLeft((seconds) => Math.max(seconds - 1, 0)), 1000)
    return () => clearTimeout(timer)
  }, [left, navigate])

  return { left, goHome: () => void navigate('/', { replace: true }) }
}
