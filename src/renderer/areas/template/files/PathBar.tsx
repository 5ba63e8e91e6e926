import {
  Breadcrumb,
  BreadcrumbButton,
  BreadcrumbDivider,
  BreadcrumbItem,
  Button,
  makeStyles,
  tokens,
  Tooltip,
} from '@fluentui/react-components'
import { ArrowUpRegular } from '@fluentui/react-icons'
import { Fragment } from 'react'
import { crumbsOf, parentPath } from '../shared/paths.ts'

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0, flexWrap: 'wrap' },
})

/** A·§2: the breadcrumb of the current folder, with a button back to the one above. */
export function PathBar({ path, root, onGo }: { path: string; root: string; onGo: (path: string) => void }) {
  const styles = useStyles()
  const crumbs = crumbsOf(path, root)
  return (
    <div className={styles.root}>
      <Tooltip content="返回上一级" relationship="label">
        <Button
          appearance="subtle"
          icon={<ArrowUpRegular />}
          disabled={path === root}
          onClick={() => onGo(parentPath(path, root))}
        />
      </Tooltip>
      <Breadcrumb aria-label="当前路径">
        {crumbs.map((crumb, i) => (
          <Fragment key={crumb.path}>
            {i > 0 && <BreadcrumbDivider />}
            <BreadcrumbItem>
              <BreadcrumbButton current={crumb.path === path} onClick={() => onGo(crumb.path)}>
                {crumb.name}
              </BreadcrumbButton>
            </BreadcrumbItem>
          </Fragment>
        ))}
      </Breadcrumb>
    </div>
  )
}
