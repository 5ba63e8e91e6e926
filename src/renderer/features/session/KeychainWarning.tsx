import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { useWrite } from '#renderer/data/useWrite.ts'

/** Tells that the sign-in ends with the program. @param problem of the keychain; '' when it is not the reason */
export function KeychainWarning({ problem }: { problem: string }) {
  const retry = useWrite('app.retryKeychain', { success: false })
  return (
    <MessageBar layout="multiline">
      <MessageBarBody>
        <div>本机没有可用的系统钥匙串，关闭程序后需要重新登录。</div>
        {problem && <div>{problem}</div>}
      </MessageBarBody>
      {problem && (
        <MessageBarActions>
          <Button size="small" disabled={retry.isPending} onClick={() => retry.mutate({})}>
            重试钥匙串
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  )
}
