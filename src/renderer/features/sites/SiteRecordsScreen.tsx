import { Button } from '@fluentui/react-components'
import { AddRegular, type FluentIcon } from '@fluentui/react-icons'
import type { ReactElement, ReactNode } from 'react'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import type { ListBodyProps } from '#renderer/ui/list/ListBody.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { NoSite, NO_SITE_READ } from './noSite.tsx'
import { SiteSelect } from './SiteSelect.tsx'

interface Props<Row extends { id: number }, F extends { siteId: number }> extends Omit<
  ListBodyProps<Row, number, F>,
  'label' | 'rowKey' | 'filters' | 'empty'
> {
  title: string
  text?: string
  /** The button at the right of the title, which the screen's command runs too. */
  add: { title: string; icon?: ReactElement; run: () => void }
  empty: { icon: FluentIcon; title: string; text?: string }
  /** Dialogs. */
  children?: ReactNode
}

/**
 * A list of one site's records. The site is chosen beside the search; an account without a site gets a message. `list`
 * is a useListState with the filter `siteId`; `read` must have `enabled: siteId > 0`.
 */
export function SiteRecordsScreen<Row extends { id: number }, F extends { siteId: number }>(props: Props<Row, F>) {
  const { list, read, add, empty, ...rest } = props
  const { siteId } = list.filters
  useAutoOpenFromUrl(() => siteId > 0 && add.run())
  return (
    <ListScreen
      {...rest}
      list={list}
      read={siteId === 0 ? NO_SITE_READ : read}
      rowKey={(row) => row.id}
      filters={<SiteSelect value={siteId} onChange={(site) => list.setFilter('siteId', site)} />}
      actions={
        <Button appearance="primary" icon={add.icon ?? <AddRegular />} disabled={siteId === 0} onClick={add.run}>
          {add.title}
        </Button>
      }
      empty={siteId === 0 ? <NoSite /> : <EmptyState {...empty} />}
    />
  )
}
