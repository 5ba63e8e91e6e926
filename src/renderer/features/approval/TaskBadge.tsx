import { CounterBadge } from '@fluentui/react-components'
import { useTaskCount } from './useTaskCount.ts'

/** How many approval tasks wait, for the navigation; nothing when none does. */
export function TaskBadge() {
  const count = useTaskCount()
  if (count === 0) return null
  return <CounterBadge size="small" color="danger" count={count} overflowCount={99} />
}
