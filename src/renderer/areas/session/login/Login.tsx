import { Link, makeStyles, MessageBar, MessageBarBody, Text, Title2, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { FrontDoor } from '#renderer/ui/layout/FrontDoor.tsx'
import { redirectTarget } from '#renderer/ui/page/redirect.ts'
import { KeychainWarning } from '#renderer/features/session/KeychainWarning.tsx'
import { LoginForm } from './LoginForm.tsx'

const useStyles = makeStyles({
  heading: { display: 'grid', gap: tokens.spacingVerticalXS },
  title: { margin: 0 },
  muted: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  links: { display: 'flex', gap: tokens.spacingHorizontalL, justifyContent: 'space-between' },
})

/** The account name, when the visit follows a registration. */
const usernameOf = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'username' in state && typeof state.username === 'string'
    ? state.username
    : ''

/** C·§2 Login (manual). */
export function Login() {
  const styles = useStyles()
  const navigate = useNavigate()
  const location = useLocation()
  const { search } = location
  const session = useSession()
  const info = useRead('app.info', {}, { quiet: true }).data
  const registers = useOffersRegistration()
  const target = redirectTarget(search)
  const expired = new URLSearchParams(search).get('exit') === 'true'

  const [owner, setOwner] = useState('')
  if (session?.state === 'expired' && session.username !== owner) setOwner(session.username)
  /** Open pages belong to the account whose session expired; any other account starts at the home page. */
  const targetOf = (username: string): string => (owner === '' || owner === username ? target : '/')

  if (session?.state === 'signed-in') return <Navigate to={targetOf(session.username)} replace />
  const { connection } = session ?? {}
  return (
    <FrontDoor>
      <div className={styles.heading}>
        <Title2 as="h1" className={styles.title}>
          登录
        </Title2>
        <Text className={styles.muted}>
          {connection?.name} {connection?.baseUrl}
        </Text>
      </div>
      {expired && (
        <MessageBar intent="warning" role="alert">
          <MessageBarBody>登录超时，请重新登录！</MessageBarBody>
        </MessageBar>
      )}
      {session?.isTokenLost && (
        <MessageBar intent="warning" role="alert">
          <MessageBarBody>系统钥匙串中没有上次的登录信息（可能已被删除），请重新登录。</MessageBarBody>
        </MessageBar>
      )}
      <LoginForm
        username={expired ? (session?.username ?? '') : usernameOf(location.state)}
        onSignedIn={(username) => void navigate(targetOf(username), { replace: true })}
      />
      {info?.keychain.problem && <KeychainWarning problem={info.keychain.problem} />}
      {info && !info.keychain.problem && (
        <Text className={styles.muted}>{`登录状态保存在系统钥匙串（${info.keychain.module}）`}</Text>
      )}
      <div className={styles.links}>
        <Link onClick={() => void navigate('/connect')}>切换连接</Link>
        <Link onClick={() => void navigate('/network')}>网络诊断</Link>
        <Link onClick={() => void navigate('/diagnostics')}>日志与诊断</Link>
        {registers && <Link onClick={() => void navigate('/register')}>注册账号</Link>}
        {connection?.kind === 'builtin' && (
          <Link onClick={() => void navigate(`/auto-login${search}`)}>自动登录内置服务器</Link>
        )}
      </div>
    </FrontDoor>
  )
}

/**
 * Whether registration is offered. True for servers of other vendors, which lack this call; false until the answer arrives.
 */
function useOffersRegistration(): boolean {
  const { data, error } = useRead('registration.state', {}, { quiet: true })
  return data?.isOpen ?? error?.code === 'not-found'
}
