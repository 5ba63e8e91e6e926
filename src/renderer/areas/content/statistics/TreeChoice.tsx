import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useMemo, useState } from 'react'
import { EmptyState, ErrorState } from '#renderer/ui/feedback/States.tsx'
import { focusTree } from '#renderer/ui/fields/focusTree.ts'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { found, type Item, settled } from './treeItems.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, height: '100%' },
  clear: { alignSelf: 'flex-start', flexShrink: 0 },
})

const COLUMNS = [{ key: 'title', title: '名称', render: ({ title }: Item) => title }]
const keyOf = (item: Item): number => item.key
const titleOf = (item: Item): string => item.title
const childrenOf = (item: Item): readonly Item[] => item.child

export interface TreeChoiceProps {
  /** What the lines are: 栏目, 部门. */
  label: string
  /** undefined while they are loading. */
  items: readonly Item[] | undefined
  /** What is ticked. */
  keys: ReadonlySet<number>
  /** How many are chosen, also of those that are not among the items. */
  chosen: number
  onChange: (keys: readonly number[]) => void
  /** Why the items could not be read. */
  error: Error | null
  onRetry: () => void
}

/** The search, and the tree in which ticking a line ticks all below it. */
export function TreeChoice({ label, items, keys, chosen, onChange, error, onRetry }: TreeChoiceProps) {
  const styles = useStyles()
  const tree = useTreeState({ initially: 'expanded' })
  const [search, setSearch] = useState('')
  const rows = useMemo(() => items && found(items, search), [items, search])

  return (
    <div role="group" aria-label={label} className={styles.root} onKeyDown={focusTree}>
      {error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <>
          <SearchBox value={search} onSearch={setSearch} placeholder={`搜索${label}`} wide />
          <TreeTable
            // What is found stands at the top, wherever the tree was scrolled to.
            key={search}
            headless
            cascade
            label={label}
            columns={COLUMNS}
            rows={rows}
            rowKey={keyOf}
            rowLabel={titleOf}
            childrenOf={childrenOf}
            tree={tree}
            selection={{
              keys,
              // A line whose children the search hides in part is not ticked with those that it shows.
              onChange: (next) => onChange([...(search === '' ? next : settled(items ?? [], next))].map(Number)),
            }}
            empty={<EmptyState title={search === '' ? `还没有${label}` : `没有找到${label}`} />}
          />
        </>
      )}
      {chosen > 0 && (
        <Button className={styles.clear} size="small" onClick={() => onChange([])}>
          清空所选
        </Button>
      )}
    </div>
  )
}
