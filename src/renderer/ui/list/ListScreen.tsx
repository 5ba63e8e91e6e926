import { Button, Spinner, Tooltip } from '@fluentui/react-components'
import { ArrowClockwiseRegular } from '@fluentui/react-icons'
import type { ReactNode } from 'react'
import { Page, PageHeader } from '../layout/Page.tsx'
import type { RowKey } from '../table/types.ts'
import { ListBody, type ListBodyProps, type ListRead } from './ListBody.tsx'
import type { Filters } from './listQuery.ts'
import { useListStyles } from './listStyles.ts'

interface Props<Row, Key extends RowKey, F extends Filters> extends Omit<ListBodyProps<Row, Key, F>, 'label'> {
  title: string
  /** One sentence below the title. */
  text?: string
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Notices between title and toolbar. */
  notice?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/**
 * A screen with a list: title, search, filters, table, batch bar and pager. Handles loading, no data, no result, errors
 * and a page that no longer exists. Its state is useListState.
 */
export function ListScreen<Row, Key extends RowKey, F extends Filters>(props: Props<Row, Key, F>) {
  const { title, text, actions, notice, children, ...body } = props
  const styles = useListStyles()
  return (
    <Page>
      <PageHeader
        title={title}
        {...(text ? { text } : {})}
        actions={
          <div className={styles.actions}>
            <Refresh read={body.read} />
            {actions}
          </div>
        }
      />
      {notice}
      <ListBody {...body} label={title} />
      {children}
    </Page>
  )
}

function Refresh<Row>({ read }: { read: ListRead<Row> }) {
  return (
    <Tooltip content="刷新" relationship="label">
      <Button
        appearance="subtle"
        icon={read.isFetching && read.data ? <Spinner size="tiny" aria-hidden /> : <ArrowClockwiseRegular />}
        onClick={() => void read.refetch()}
      />
    </Tooltip>
  )
}
