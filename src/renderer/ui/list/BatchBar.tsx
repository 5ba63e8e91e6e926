import { Button, mergeClasses, Text, Tooltip } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons'
import type { ReactNode } from 'react'
import { useListStyles } from './listStyles.ts'

interface Props {
  /** How many rows are chosen, and how many of them are not on this page. */
  count: number
  elsewhere: number
  onClear: () => void
  /** BatchButtons. */
  children: ReactNode
}

/** How many rows are chosen, with what can be done with them. It is always there, so that choosing moves nothing. */
export function BatchBar({ count, elsewhere, onClear, children }: Props) {
  const styles = useListStyles()
  const none = count === 0
  return (
    <div className={styles.batch} role="group" aria-label="批量操作">
      <Text className={mergeClasses(styles.count, !none && styles.chosen)} role="status">
        {none ? '未选择' : `已选 ${count} 项`}
        {elsewhere > 0 && `（${elsewhere} 项在其他页）`}
      </Text>
      <Tooltip content="取消选择" relationship="label">
        <Button
          className={mergeClasses(none && styles.hidden)}
          size="small"
          appearance="subtle"
          icon={<DismissRegular />}
          onClick={onClear}
        />
      </Tooltip>
      {children}
    </div>
  )
}
