import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { DeleteRegular, FormRegular } from '@fluentui/react-icons'
import type { Column } from '#shared/contract/column.ts'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import type { ListState } from '#renderer/ui/list/useListState.ts'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import type { TreeState } from '#renderer/ui/table/useTreeState.ts'
import { COLUMN } from '#renderer/areas/column/text.ts'

const useStyles = makeStyles({ count: { color: tokens.colorNeutralForeground3 } })

interface Props {
  list: ListState<{ site: number }>
  tree: TreeState
  ticked: readonly Column[]
  onFields: () => void
  onRemove: () => void
}

/** Site, search, what is done with the ticked columns, and opening and closing the whole tree (A·§2). */
export function ColumnToolbar({ list, tree, ticked, onFields, onRemove }: Props) {
  const styles = useStyles()
  const keys = ticked.map((column) => column.id)
  const { site } = list.filters
  return (
    <Toolbar end={<TreeButtons tree={tree} />}>
      <SiteSelect value={site} onChange={(chosen) => list.setFilter('site', chosen)} zero="系统栏目" />
      <SearchBox key={site} value={list.input.key} onSearch={list.search} placeholder="搜索栏目名称" />
      {site !== 0 && (
        <>
          <BatchButton
            keys={keys}
            title="批量设置字段"
            icon={FormRegular}
            nothing={COLUMN.nothingTicked}
            onRun={onFields}
          />
          <BatchButton keys={keys} title="批量删除" icon={DeleteRegular} onRun={onRemove} />
          {keys.length > 0 && <Text className={styles.count}>已选 {keys.length} 个</Text>}
        </>
      )}
    </Toolbar>
  )
}
