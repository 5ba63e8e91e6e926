import { Breadcrumb, BreadcrumbDivider, BreadcrumbItem, makeStyles, tokens } from '@fluentui/react-components'
import { Fragment } from 'react'
import { screenAt } from '../screens.ts'
import type { NavGroup } from '#renderer/kit/navigation.ts'

const useStyles = makeStyles({
  root: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXXL} 0`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
})

/** Where the page in front stands in the navigation. */
export function Breadcrumbs({ groups, active }: { groups: readonly NavGroup[]; active: string }) {
  const styles = useStyles()
  const group = groups.find((each) => each.leaves.some((leaf) => leaf.path === active))
  const title = group?.leaves.find((leaf) => leaf.path === active)?.title ?? screenAt(active)?.title
  const trail = [group?.title, title].filter((part): part is string => Boolean(part))
  return (
    <Breadcrumb className={styles.root} size="small" aria-label="当前位置">
      {trail.map((part, i) => (
        <Fragment key={part}>
          {i > 0 && <BreadcrumbDivider />}
          <BreadcrumbItem aria-current={i === trail.length - 1 ? 'page' : undefined}>{part}</BreadcrumbItem>
        </Fragment>
      ))}
    </Breadcrumb>
  )
}
