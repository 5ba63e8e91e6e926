import { Button } from '@fluentui/react-components'
import { ArrowCollapseAllRegular, ArrowExpandAllRegular } from '@fluentui/react-icons'
import type { TreeState } from './useTreeState.ts'

/** Buttons that expand or collapse the whole tree, for the end of the toolbar above it. */
export function TreeButtons({ tree }: { tree: TreeState }) {
  return (
    <>
      <Button icon={<ArrowExpandAllRegular />} onClick={tree.expandAll}>
        全部展开
      </Button>
      <Button icon={<ArrowCollapseAllRegular />} onClick={tree.collapseAll}>
        全部收起
      </Button>
    </>
  )
}
