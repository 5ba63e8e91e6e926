import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { useWrite } from '#renderer/data/useWrite.ts'
import { LOGIN } from './text.ts'

/** Says that the sign-in ends with the program, why, and what helps. @param problem '': the keychain is not the reason */
export function KeychainWarning({ problem }: { problem: string }) {
  const retry = useWrite('app.retryKeychain', { success: false })
  return (
    <MessageBar layout="multiline">
      <MessageBarBody>
        <div>{LOGIN.noKeychain}</div>
        {problem && <div>{problem}</div>}
      </MessageBarBody>
      {problem && (
        <MessageBarActions>
          <Button size="small" disabled={retry.isPending} onClick={() => retry.mutate({})}>
            {LOGIN.retryKeychain}
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  )
}
