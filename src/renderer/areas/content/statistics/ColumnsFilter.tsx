import { useReads } from '#renderer/data/useReads.ts'
import { itemsOf, ticked } from './columnItems.ts'
import { TreeFilter } from './TreeFilter.tsx'

interface Props {
  /** The chosen sites, whose columns are offered. */
  sites: readonly { id: number; title: string }[]
  value: readonly number[]
  onChange: (classIds: number[]) => void
}

/** Columns of the chosen sites; ticking one ticks all below it. */
export function ColumnsFilter({ sites, value, onChange }: Props) {
  const reads = useReads(
    'column.getTree',
    sites.map(({ id }) => ({ siteId: id, showHiddenMenu: true })),
  )
  const failed = reads.find((read) => read.error)
  const trees = reads.map((read) => read.data)
  const known = sites.length > 0 && trees.every((each) => each !== undefined)
  const items = known ? itemsOf(sites.map((site, at) => ({ ...site, tree: trees[at] ?? [] }))) : undefined
  return (
    <TreeFilter
      label="栏目"
      notYet={sites.length === 0 ? '先选择站点，再选栏目' : undefined}
      items={items}
      keys={ticked(items ?? [], value)}
      chosen={value.length}
      onChange={(keys) => onChange(keys.filter((key) => key > 0))}
      error={failed?.error ?? null}
      onRetry={() => void failed?.refetch()}
    />
  )
}
