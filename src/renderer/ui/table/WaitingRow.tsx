import { Button, mergeClasses, Spinner } from '@fluentui/react-components'
import { useEffect } from 'react'
import { toAppError } from '#renderer/data/errors.ts'
import { ROW_HEIGHT } from './tableStyles.ts'
import { INDENT, useTreeStyles } from './treeStyles.ts'

interface Props {
  index: number
  level: number
  /** Why the children could not be loaded; null while they are loading. */
  error: unknown
  current: boolean
  load: () => void
}

/** Placeholder below an opened row until its children are loaded; requests them when it comes into view. */
export function WaitingRow({ index, level, error, current, load }: Props) {
  const styles = useTreeStyles()
  useEffect(() => {
    if (error === null) load()
  }, [error, load])
  return (
    <div
      role="row"
      className={styles.row}
      style={{ top: index * ROW_HEIGHT }}
      data-index={index}
      aria-rowindex={index + 2}
      aria-level={level}
      aria-posinset={1}
      aria-setsize={1}
      tabIndex={current ? 0 : -1}
    >
      <div
        role="gridcell"
        className={mergeClasses(styles.cell, styles.note)}
        style={{ paddingInlineStart: level * INDENT + 12 }}
      >
        {error === null ? (
          <Spinner size="tiny" label="正在加载…" />
        ) : (
          <>
            <span role="alert" className={styles.text} title={toAppError(error).message}>
              加载失败：{toAppError(error).message}
            </span>
            <Button size="small" onClick={load}>
              重试
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
