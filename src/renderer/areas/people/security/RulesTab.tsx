import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { RulesForm } from './RulesForm.tsx'
import { SECURITY } from './text.ts'

export function RulesTab() {
  const { data, error, refetch } = useRead('security.settings', {}, { quiet: true })
  const mayChange = isSuper(useAuthority())
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <>
      {!mayChange && (
        <MessageBar>
          <MessageBarBody>{SECURITY.readOnly}</MessageBarBody>
        </MessageBar>
      )}
      <RulesForm settings={data} readOnly={!mayChange} />
    </>
  )
}
