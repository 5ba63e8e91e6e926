import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Spinner,
  Text,
  Title2,
  tokens,
} from '@fluentui/react-components'
import { ArrowLeftRegular, ArrowSyncRegular } from '@fluentui/react-icons'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FrontDoor } from '#renderer/ui/layout/FrontDoor.tsx'
import { NetworkSettings } from './NetworkSettings.tsx'
import { Steps } from './Steps.tsx'

const useStyles = makeStyles({
  heading: { display: 'grid', gap: tokens.spacingVerticalXS },
  title: { margin: 0 },
  muted: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  back: { justifySelf: 'start', minWidth: 0, marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalM})` },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
})

/** Checks each step of the connection to the server. Works without a sign-in, because signing in may be what fails. */
export function Network() {
  const styles = useStyles()
  const navigate = useNavigate()
  const check = useWrite('network.diagnose', { quiet: true })
  const checkOnce = useEffectEvent(() => check.mutate({}))
  useEffect(() => {
    checkOnce()
  }, [])

  return (
    <FrontDoor width={640}>
      <Button className={styles.back} appearance="subtle" icon={<ArrowLeftRegular />} onClick={() => void navigate(-1)}>
        返回
      </Button>
      <div className={styles.heading}>
        <Title2 as="h1" className={styles.title}>
          网络诊断
        </Title2>
        <Text className={styles.muted}>逐项检查与服务器的连接，并提供处理建议。</Text>
      </div>
      <div className={styles.row}>
        <Button
          appearance="primary"
          icon={check.isPending ? <Spinner size="tiny" aria-hidden /> : <ArrowSyncRegular />}
          disabled={check.isPending}
          onClick={() => check.mutate({})}
        >
          {check.isPending ? '正在检查…' : '重新检查'}
        </Button>
        {check.data && <Text className={styles.muted}>{check.data.data.server}</Text>}
      </div>
      {check.error && (
        <MessageBar intent="error" layout="multiline" role="alert">
          <MessageBarBody>{check.error.message}</MessageBarBody>
        </MessageBar>
      )}
      {check.data && <Steps steps={check.data.data.steps} />}
      <NetworkSettings onChanged={() => check.mutate({})} />
    </FrontDoor>
  )
}
