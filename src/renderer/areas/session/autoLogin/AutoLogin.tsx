import { Link } from '@fluentui/react-components'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { toAppError } from '#renderer/data/errors.ts'
import { useSessionAction } from '#renderer/data/useSessionAction.ts'
import { useAlert } from '#renderer/ui/dialogs/useConfirm.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { FrontDoor } from '#renderer/ui/layout/FrontDoor.tsx'
import { requiredCodeOf, canResend } from '../shared/requiredCode.ts'
import { CodeStep } from '../shared/CodeStep.tsx'
import { redirectTarget } from '#renderer/ui/page/redirect.ts'

/**
 * C·§2 Login (automatic): with the token of the address or that of the built-in server, then the code of a second
 * factor.
 */
export function AutoLogin() {
  const navigate = useNavigate()
  const alert = useAlert()
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const token = query.get('token') ?? undefined
  const target = redirectTarget(search)
  const manualSignInPath = `/login?${new URLSearchParams({ redirect: target }).toString()}`
  const { mutateAsync } = useSessionAction('session.autoLogin', { quiet: true })
  const withCode = useSessionAction('session.autoLogin')
  const [asksCode, setAsksCode] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const started = useRef(false)

  const signIn = useCallback(async () => {
    setFailure(null)
    try {
      await mutateAsync({ token })
      await navigate(target, { replace: true })
    } catch (error) {
      if (requiredCodeOf(error)) return setAsksCode(true)
      // The server was not reached: the token may still be valid, so offer a retry.
      if (toAppError(error).retryable) return setFailure(error)
      await alert({ title: 'token无效', text: '请手动登录' })
      await navigate(manualSignInPath, { replace: true })
    }
  }, [alert, manualSignInPath, mutateAsync, navigate, target, token])

  useEffect(() => {
    if (started.current) return
    started.current = true
    void signIn()
  }, [signIn])

  const sendCode = async (factorCode: string) => {
    try {
      const answer = await withCode.mutateAsync({ token, factorCode })
      await navigate(target, { replace: true })
      return answer
    } catch (error) {
      if (!requiredCodeOf(error) && !canResend(error)) await navigate(manualSignInPath, { replace: true })
      throw error
    }
  }

  if (asksCode)
    return (
      <FrontDoor>
        <CodeStep send={sendCode} onBack={() => void navigate(manualSignInPath, { replace: true })} />
      </FrontDoor>
    )
  return (
    <FrontDoor>
      {failure ? (
        <ErrorState error={failure} onRetry={() => void signIn()} />
      ) : (
        <LoadingState label="自动登录中... 请稍等" />
      )}
      {failure !== null && <Link onClick={() => void navigate(manualSignInPath)}>手动登录</Link>}
    </FrontDoor>
  )
}
