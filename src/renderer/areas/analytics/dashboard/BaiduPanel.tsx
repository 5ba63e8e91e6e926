import { Button } from '@fluentui/react-components'
import { ANALYTICS_UNSET } from '#shared/contract/analytics.ts'
import type { InputOf } from '#shared/contract/registry.ts'
import type { AppError, ErrorCode } from '#shared/errors/index.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { FigureCards } from './FigureCards.tsx'
import { ANALYTICS } from './text.ts'

/** These say that something else is wrong than the settings of the site. */
const OWN_WORDS: ReadonlySet<ErrorCode> = new Set([
  'timeout',
  'unavailable',
  'no-response',
  'too-many',
  'unauthorized',
  'forbidden',
  'not-found',
])

interface Props {
  input: InputOf<'analytics.getData'>
  /** undefined: the account may not set the statistics up. */
  onSettings: (() => void) | undefined
}

/** Baidu's figures, by way of the server. */
export function BaiduPanel({ input, onSettings }: Props) {
  const read = useRead('analytics.getData', input, { quiet: true, keepPrevious: true, fresh: true })
  if (read.error) return <Failure error={read.error} onSettings={onSettings} onRetry={() => void read.refetch()} />
  return read.data ? <FigureCards figures={read.data} /> : <LoadingState />
}

interface FailureProps extends Pick<Props, 'onSettings'> {
  error: AppError
  onRetry: () => void
}

function Failure({ error, onSettings, onRetry }: FailureProps) {
  if (OWN_WORDS.has(error.code)) return <ErrorState error={error} onRetry={onRetry} />
  const more = error.message.startsWith(ANALYTICS_UNSET) ? error.message.slice(ANALYTICS_UNSET.length) : error.message
  return (
    <EmptyState
      title={ANALYTICS_UNSET}
      text={more || ANALYTICS.orOwn}
      action={
        onSettings && (
          <Button appearance="primary" onClick={onSettings}>
            设置
          </Button>
        )
      }
    />
  )
}
