import { Link, makeStyles, Text, Title2, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { FrontDoor } from '#renderer/ui/layout/FrontDoor.tsx'
import { redirectTarget } from '#renderer/ui/page/redirect.ts'
import { SetUp } from '#renderer/features/session/secondFactor/SetUp.tsx'

const useStyles = makeStyles({
  heading: { display: 'grid', gap: tokens.spacingVerticalS },
  title: { margin: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** Shown when the account's group requires a second factor: it is set up before any other page opens. */
export function RequiredFactor() {
  const styles = useStyles()
  const navigate = useNavigate()
  const { search } = useLocation()
  const session = useSession()
  // Decided once: a correct code ends the requirement, but the recovery codes still have to be shown.
  const [isRequired] = useState(session?.mustSetUpFactor ?? false)
  const read = useRead('security.secondFactor', {}, { quiet: true, enabled: isRequired })
  const enter = useSessionAction('session.refresh', {
    onSuccess: () => void navigate(redirectTarget(search), { replace: true }),
  })
  const leave = useSessionAction('session.signOut', { onSuccess: () => void navigate('/login') })
  if (!isRequired) return <Navigate to={redirectTarget(search)} replace />
  const { data, error, refetch } = read
  return (
    <FrontDoor width={460}>
      <div className={styles.heading}>
        <Title2 as="h1" className={styles.title}>
          请先设置两步验证
        </Title2>
        <Text
          className={styles.muted}
        >{`账号 ${session?.username ?? ''} 所在的用户组要求两步验证：登录时除了密码，还要输入手机上的验证码。设置完成后即可继续使用。`}</Text>
      </div>
      {data && <SetUp factor={data} doneText="开始使用" onDone={() => enter.mutate({})} />}
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />)}
      <Link as="button" type="button" onClick={() => leave.mutate({})}>
        退出登录
      </Link>
    </FrontDoor>
  )
}
