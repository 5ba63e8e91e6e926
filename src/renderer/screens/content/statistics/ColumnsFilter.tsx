import {
  Button,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  tokens,
} from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons'
import { useReads } from '#renderer/data/useReads.ts'
import { ErrorState } from '#renderer/kit/feedback/States.tsx'
import { TreeTable } from '#renderer/kit/table/TreeTable.tsx'
import { useTreeState } from '#renderer/kit/table/useTreeState.ts'
import { chosenTitles, type Item, itemsOf, ticked } from './columnItems.ts'

const useStyles = makeStyles({
  trigger: {
    minWidth: '180px',
    maxWidth: '260px',
    justifyContent: 'space-between',
    fontWeight: tokens.fontWeightRegular,
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  nothing: { color: tokens.colorNeutralForeground3 },
  surface: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    boxSizing: 'border-box',
    width: '400px',
    maxWidth: '90vw',
    height: 'min(420px, 60vh)',
    padding: tokens.spacingHorizontalS,
  },
  clear: { alignSelf: 'flex-start', flexShrink: 0 },
})

const COLUMNS = [{ key: 'title', title: '栏目', render: ({ title }: Item) => title }]
const childrenOf = (item: Item): readonly Item[] => item.child

interface Props {
  /** The chosen sites, whose columns are offered. */
  sites: readonly { id: number; title: string }[]
  value: readonly number[]
  onChange: (classIds: number[]) => void
}

/** Columns of the chosen sites; ticking one ticks all below it. */
export function ColumnsFilter({ sites, value, onChange }: Props) {
  const styles = useStyles()
  const tree = useTreeState({ initially: 'expanded' })
  const reads = useReads(
    'column.getTree',
    sites.map(({ id }) => ({ siteId: id, showHiddenMenu: true })),
  )
  const failed = reads.find((read) => read.error)
  const trees = reads.map((read) => read.data)
  const known = sites.length > 0 && trees.every((each) => each !== undefined)
  const items = known ? itemsOf(sites.map((site, at) => ({ ...site, tree: trees[at] ?? [] }))) : []
  const keys = ticked(items, value)
  const titles = chosenTitles(items, keys)
  const said =
    sites.length === 0
      ? '先选择站点，再选栏目'
      : titles.length === 0
        ? '全部栏目'
        : titles.length > 2
          ? `已选 ${titles.length} 个栏目`
          : titles.join('、')
  return (
    <Popover trapFocus positioning={{ position: 'below', align: 'start' }}>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          className={styles.trigger}
          disabled={sites.length === 0}
          icon={<ChevronDownRegular />}
          iconPosition="after"
          aria-label={`栏目 ${said}`}
          title={titles.join('、') || said}
        >
          <span className={mergeClasses(styles.text, titles.length === 0 && styles.nothing)}>{said}</span>
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="栏目">
        {failed?.error ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <TreeTable
            headless
            cascade
            label="栏目"
            columns={COLUMNS}
            rows={known ? items : undefined}
            rowKey={(item) => item.key}
            rowLabel={(item) => item.title}
            childrenOf={childrenOf}
            tree={tree}
            selection={{
              keys,
              onChange: (next) => onChange([...next].map(Number).filter((key) => key > 0)),
            }}
          />
        )}
        {value.length > 0 && (
          <Button className={styles.clear} size="small" onClick={() => onChange([])}>
            清空
          </Button>
        )}
      </PopoverSurface>
    </Popover>
  )
}
