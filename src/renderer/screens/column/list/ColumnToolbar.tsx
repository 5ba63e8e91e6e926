import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { DeleteRegular, FormRegular } from '@fluentui/react-icons'
import type { Column } from '#shared/contract/column.ts'
import { SearchBox } from '#renderer/kit/fields/SearchBox.tsx'
import { SiteSelect } from '#renderer/kit/fields/SiteSelect.tsx'
import { Toolbar } from '#renderer/kit/layout/Page.tsx'
import { BatchButton } from '#renderer/kit/list/BatchButton.tsx'
import type { ListState } from '#renderer/kit/list/useListState.ts'
import { TreeButtons } from '#renderer/kit/table/TreeButtons.tsx'
import type { TreeState } from '#renderer/kit/table/useTreeState.ts'
import { COLUMN } from '#renderer/text/column.ts'

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
      <SiteSelect value={site} onChange={(chosen) => list.setFilter('site', chosen)} withSystem />
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
