import { CounterBadge } from '@fluentui/react-components'
import { useTaskCount } from './useTaskCount.ts'

/** The number of waiting approval tasks, for the navigation; nothing when there are none. */
export function TaskBadge() {
  const count = useTaskCount()
  if (count === 0) return null
  return <CounterBadge size="small" color="danger" count={count} overflowCount={99} />
}
