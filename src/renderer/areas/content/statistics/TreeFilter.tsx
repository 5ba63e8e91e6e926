import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger, tokens } from '@fluentui/react-components'
import { useMemo, useState } from 'react'
import { ChoiceButton } from '#renderer/ui/fields/ChoiceButton.tsx'
import { EmptyState, ErrorState } from '#renderer/ui/feedback/States.tsx'
import { focusTree } from '#renderer/ui/fields/focusTree.ts'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { filterItems, type Item, deriveChecked, findTopmost } from './treeItems.ts'

const useStyles = makeStyles({
  trigger: { minWidth: '180px', maxWidth: '260px' },
  surface: {
    boxSizing: 'border-box',
    width: '400px',
    maxWidth: '90vw',
    height: 'min(420px, 60vh)',
    padding: tokens.spacingHorizontalS,
  },
})

/** Maximum number of titles on the button. */
const MAX_TITLES = 2

interface Props extends TreeChoiceProps {
  /** Why nothing can be chosen yet; undefined when it can. */
  notYet?: string | undefined
}

/** A button that shows the checked items and opens the tree to change them; no checked item means all. */
export function TreeFilter({ notYet, ...choice }: Props) {
  const styles = useStyles()
  const { label, items = [], keys, chosen } = choice
  const titles = findTopmost(items, keys).map(({ title }) => title)
  const description = notYet ?? describeSelection(label, titles, chosen)
  return (
    <Popover trapFocus positioning={{ position: 'below', align: 'start' }}>
      <PopoverTrigger disableButtonEnhancement>
        <ChoiceButton
          className={styles.trigger}
          disabled={notYet !== undefined}
          aria-label={`${label} ${description}`}
          title={titles.join('、') || description}
          text={description}
          isNothing={chosen === 0}
        />
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={label}>
        <TreeChoice {...choice} />
      </PopoverSurface>
    </Popover>
  )
}

/** Describes the selection. Chosen items may be still loading or deleted; they filter the list anyway. */
function describeSelection(label: string, titles: readonly string[], chosen: number): string {
  if (chosen === 0) return `全部${label}`
  if (titles.length === 0) return `已选 ${chosen} 个${label}`
  return titles.length > MAX_TITLES ? `已选 ${titles.length} 个${label}` : titles.join('、')
}

const useTreeChoiceStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, height: '100%' },
  clear: { alignSelf: 'flex-start', flexShrink: 0 },
})

const COLUMNS = [{ key: 'title', title: '名称', render: ({ title }: Item) => title }]
const keyOf = (item: Item): number => item.key
const titleOf = (item: Item): string => item.title
const childrenOf = (item: Item): readonly Item[] => item.child

interface TreeChoiceProps {
  /** Noun of the items: 栏目, 部门. */
  label: string
  /** undefined while they are loading. */
  items: readonly Item[] | undefined
  /** Keys of the checked items. */
  keys: ReadonlySet<number>
  /** Number of chosen items, including those that are not in the tree. */
  chosen: number
  onChange: (keys: readonly number[]) => void
  /** Error of loading the items. */
  error: Error | null
  onRetry: () => void
}

/** A searchable tree; checking an item checks its descendants. */
function TreeChoice({ label, items, keys, chosen, onChange, error, onRetry }: TreeChoiceProps) {
  const styles = useTreeChoiceStyles()
  const tree = useTreeState({ initially: 'expanded' })
  const [search, setSearch] = useState('')
  const rows = useMemo(() => items && filterItems(items, search), [items, search])

  return (
    <div role="group" aria-label={label} className={styles.root} onKeyDown={focusTree}>
      {error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <>
          <SearchBox value={search} onSearch={setSearch} placeholder={`搜索${label}`} wide />
          <TreeTable
            // A new search scrolls back to the top of the tree.
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
              // A search hides some children: checking the visible ones must not check their parent.
              onChange: (next) => onChange([...(search === '' ? next : deriveChecked(items ?? [], next))].map(Number)),
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
