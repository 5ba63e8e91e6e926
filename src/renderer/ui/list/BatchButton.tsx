import { Button } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { useToast } from '../feedback/useToast.ts'
import type { RowKey } from '../table/types.ts'

/** A·§5: message of batch actions without chosen rows, unless an action has its own. */
export const NOTHING_CHOSEN = '请选择数据！'

interface Props<Key extends RowKey> {
  keys: readonly Key[]
  title: string
  icon?: FluentIcon
  onRun: (keys: readonly Key[]) => void
  /** Whether an earlier run has not ended. */
  busy?: boolean
  /** Message when no row is chosen. */
  nothing?: string
}

/** A button of a list's batch bar. Without chosen rows it shows a message instead of running. */
export function BatchButton<Key extends RowKey>({ keys, title, icon: Icon, nothing, busy, onRun }: Props<Key>) {
  const toast = useToast()
  return (
    <Button
      {...(Icon ? { icon: <Icon /> } : {})}
      disabledFocusable={busy ?? false}
      onClick={() => (keys.length === 0 ? toast.error(nothing ?? NOTHING_CHOSEN) : onRun(keys))}
    >
      {title}
    </Button>
  )
}
