import { Breadcrumb, BreadcrumbDivider, BreadcrumbItem, makeStyles, tokens } from '@fluentui/react-components'
import { Fragment } from 'react'
import type { NavGroup } from '#renderer/ui/page/navigation.ts'
import { screenAt } from '../screens.ts'
import { branchTrail, columnTrail } from './contentTree.ts'
import { useScreenTitle } from '../useScreenTitle.ts'

const useStyles = makeStyles({
  root: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXXL} 0`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
})

/** The position of the active page in the navigation. A screen with the same title as its group appears once. */
export function Breadcrumbs({ groups, active }: { groups: readonly NavGroup[]; active: string }) {
  const styles = useStyles()
  const title = useScreenTitle(active)
  const trail = trailOf(groups, active, title).filter((part, at, all) => part !== '' && part !== all[at - 1])
  return (
    <Breadcrumb className={styles.root} size="small" aria-label="当前位置">
      {trail.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <BreadcrumbDivider />}
          <BreadcrumbItem aria-current={index === trail.length - 1 ? 'page' : undefined}>{part}</BreadcrumbItem>
        </Fragment>
      ))}
    </Breadcrumb>
  )
}

function trailOf(groups: readonly NavGroup[], active: string, ownTitle: string): string[] {
  for (const { title, leaves, tree = [] } of groups) {
    const leaf = leaves.find((each) => each.path === active)
    if (leaf) return [title, leaf.title]
    const branches = branchTrail(tree, active)
    if (branches.length > 0) return [title, ...branches.map((branch) => branch.title)]
    const column = screenAt(active)?.titleFrom === 'column' ? columnTrail(tree, active.split('/').at(-1) ?? '') : []
    if (column.length > 0) return [title, ...column.slice(0, -1).map((branch) => branch.title), ownTitle]
  }
  return [ownTitle]
}
