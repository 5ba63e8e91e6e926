import { makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components'
import { TextBulletListTreeRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { RightHolder } from '#shared/contract/role.ts'
import { useSiteAtOpening } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ColumnTreeSelect } from '#renderer/features/columns/ColumnTreeSelect.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { userLabel } from '../picker/UserPicker.tsx'
import { namesOf } from './RightsOfAccount.tsx'

const useStyles = makeStyles({ column: { width: '280px' } })

const describePeople = (names: readonly string[], count: number): string =>
  count === 0 ? '没有账号' : `${names.join('、')}${count > names.length ? ` 等 ${count} 个` : ''}`

const peopleOf = ({ names, accounts }: RightHolder): string => describePeople(names.map(userLabel), accounts)

const COLUMNS: readonly TableColumn<RightHolder>[] = [
  { key: 'role', title: '授予的用户组', width: '30%', render: (row) => row.path },
  { key: 'settings', title: '权限', render: (row) => namesOf(row.settings) },
  { key: 'people', title: '账号', width: '30%', render: peopleOf },
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
        <SiteSelect value={siteId} onChange={choose} zero="系统栏目" />
        <div className={styles.column}>
          <ColumnTreeSelect siteId={siteId} value={menuId} onChange={setMenuId} label="栏目" />
        </div>
      </Toolbar>
      {unseen > 0 && (
        <MessageBar>
          <MessageBarBody>{`另有 ${unseen} 个用户组不属于您的下级用户组，不予显示。`}</MessageBarBody>
        </MessageBar>
      )}
      {menuId === 0 ? (
        <EmptyState
          icon={TextBulletListTreeRegular}
          title="请选择栏目"
          text="选择站点和栏目后，将显示可使用该栏目的用户组和账号。"
        />
      ) : (
        <DataTable
          label="有效权限"
          columns={COLUMNS}
          rows={read.error ? undefined : read.data?.holders}
          rowKey={(row) => row.roleId}
          rowLabel={(row) => row.path}
          read={read}
          empty={<EmptyState title="没有可使用该栏目的用户组" />}
        />
      )}
    </>
  )
}
