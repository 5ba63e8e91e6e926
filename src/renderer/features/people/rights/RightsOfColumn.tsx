import { makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components'
import { TextBulletListTreeRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { RightHolder } from '#shared/contract/role.ts'
import { useSiteAtOpening } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ColumnTreeSelect } from '#renderer/features/columns/ColumnTreeSelect.tsx'
import { RIGHTS } from '#renderer/features/people/text.ts'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { userLabel } from '../picker/UserPicker.tsx'
import { namesOf } from './RightsOfAccount.tsx'

const useStyles = makeStyles({ column: { width: '280px' } })

const peopleOf = ({ names, accounts }: RightHolder): string => RIGHTS.peopleOf(names.map(userLabel), accounts)

const COLUMNS: readonly TableColumn<RightHolder>[] = [
  { key: 'role', title: RIGHTS.role, width: '30%', render: (row) => row.path },
  { key: 'settings', title: RIGHTS.settings, render: (row) => namesOf(row.settings) },
  { key: 'people', title: RIGHTS.people, width: '30%', render: peopleOf },
]

/** The groups that grant a column, and their members. */
export function RightsOfColumn() {
  const styles = useStyles()
  const [siteId, setSiteId] = useState(useSiteAtOpening())
  const [menuId, setMenuId] = useState(0)
  const read = useRead('role.rightsAt', { siteId, menuId }, { quiet: true, enabled: menuId > 0 })
  const choose = (site: number): void => {
    setSiteId(site)
    setMenuId(0)
  }
  const unseen = menuId > 0 ? (read.data?.unseen ?? 0) : 0
  return (
    <>
      <Toolbar>
        <SiteSelect value={siteId} onChange={choose} zero={RIGHTS.system} />
        <div className={styles.column}>
          <ColumnTreeSelect siteId={siteId} value={menuId} onChange={setMenuId} label={RIGHTS.column} />
        </div>
      </Toolbar>
      {unseen > 0 && (
        <MessageBar>
          <MessageBarBody>{RIGHTS.unseenGroups(unseen)}</MessageBarBody>
        </MessageBar>
      )}
      {menuId === 0 ? (
        <EmptyState icon={TextBulletListTreeRegular} title={RIGHTS.noColumn} text={RIGHTS.noColumnHint} />
      ) : (
        <DataTable
          label={RIGHTS.title}
          columns={COLUMNS}
          rows={read.error ? undefined : read.data?.holders}
          rowKey={(row) => row.roleId}
          rowLabel={(row) => row.path}
          read={read}
          empty={<EmptyState title={RIGHTS.nobody} />}
        />
      )}
    </>
  )
}
