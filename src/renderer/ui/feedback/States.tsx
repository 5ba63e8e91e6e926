import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components'
import {
  ArrowClockwiseRegular,
  BoxRegular,
  type FluentIcon,
  LockClosedRegular,
  PlugDisconnectedRegular,
} from '@fluentui/react-icons'
import type { ReactNode } from 'react'
import { toAppError, referenceOf } from '#renderer/data/errors.ts'
import { ErrorReference } from './ErrorReference.tsx'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalXXXL} ${tokens.spacingHorizontalXXL}`,
    textAlign: 'center',
    minHeight: '200px',
    height: '100%',
    boxSizing: 'border-box',
  },
  icon: { fontSize: '40px', color: tokens.colorNeutralForeground3, lineHeight: 0 },
  text: {
    color: tokens.colorNeutralForeground3,
    maxWidth: '420px',
    textAlign: 'center',
    textWrap: 'balance',
    overflowWrap: 'anywhere',
  },
})

interface EmptyProps {
  title: string
  text?: string
  icon?: FluentIcon
  /** What to do next, usually a button. */
  action?: ReactNode
}

/** Shown where there is no data, with what to do about it. */
export function EmptyState({ title, text, icon: Icon = BoxRegular, action }: EmptyProps) {
  const styles = useStyles()
  return (
    <div className={styles.root}>
      <span className={styles.icon}>
        <Icon />
      </span>
      <Text weight="semibold" size={400}>
        {title}
      </Text>
      {text && <Text className={styles.text}>{text}</Text>}
      {action}
    </div>
  )
}

/** A failed or forbidden read: the reason, and a button to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const retry = onRetry && (
    <Button icon={<ArrowClockwiseRegular />} onClick={onRetry}>
      重试
    </Button>
  )
  const failure = toAppError(error)
  const { code, message } = failure
  const reference = referenceOf(failure)
  const refused = code === 'forbidden'
  return (
    <div role="alert">
      <EmptyState
        title={refused ? '没有权限' : '加载失败'}
        text={message}
        icon={refused ? LockClosedRegular : PlugDisconnectedRegular}
        action={
          <>
            {reference && <ErrorReference reference={reference} />}
            {retry}
          </>
        }
      />
    </div>
  )
}

/** A loading indicator for a whole page or panel. */
export function LoadingState({ label = '正在加载…' }: { label?: string }) {
  const styles = useStyles()
  return (
    <div className={styles.root}>
      <Spinner label={label} />
    </div>
  )
}
