import { Button, MessageBar, MessageBarBody } from '@fluentui/react-components'
import { AddRegular, DeleteRegular, PeopleRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { type Member, MEMBER_SHEET_LIMIT_MB } from '#shared/contract/member.ts'
import { MEMBER_MENU, memberRefusal, seesContacts } from '#shared/domain/memberAccess.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { NoSite, NO_SITE_READ } from '#renderer/features/sites/noSite.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { columnsOf } from './columns.tsx'
import { MemberDialog } from './MemberDialog.tsx'
import { useMemberActions } from './useMemberActions.ts'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'

interface Filters {
  siteId: number
  /** 0: all. */
  groupId: number
  /** 0: all. */
  levelId: number
}

/** Filters by site, group and level. */
function MemberFilters({ value, onChange }: { value: Filters; onChange: (change: Partial<Filters>) => void }) {
  const { siteId, groupId, levelId } = value
  const ofSite = { siteId, page: 1, size: 1000 }
  const groups = useRead('memberGroup.page', ofSite, { enabled: siteId > 0 })
  const levels = useRead('memberLevel.page', ofSite, { enabled: siteId > 0 })
  const items = (all: string, rows: readonly { id: number; name: string }[] = []) => [
    { id: 0, title: all },
    ...rows.map(({ id, name }) => ({ id, title: name })),
  ]
  return (
    <>
      <SiteSelect value={siteId} onChange={(site) => onChange({ siteId: site, groupId: 0, levelId: 0 })} />
      <TruncatedSelect
        label="会员组"
        items={items('全部会员组', groups.data?.content)}
        value={groupId}
        onChange={(id) => onChange({ groupId: id })}
      />
      <TruncatedSelect
        label="等级"
        items={items('全部等级', levels.data?.content)}
        value={levelId}
        onChange={(id) => onChange({ levelId: id })}
      />
    </>
  )
}

/**
 * The members of a site: accounts of the public (C·§2 Members). domain/memberAccess says what an account may do with
 * them.
 */
export function MemberList() {
  const [opened, setOpened] = useState<{ member: Member | null } | null>(null)
  useTabOpen('MemberList', opened, setOpened)
  const who = useAuthority()
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite(), groupId: 0, levelId: 0 } })
  const { siteId, groupId, levelId } = list.filters
  useAutoOpenFromUrl(() => siteId > 0 && memberRefusal(who, 'add') === null && setOpened({ member: null }))
  const read = useRead('member.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const removeRows = useRemoveRows('member.deleteByIdList', list)
  const edit = useCallback((member: Member) => setOpened({ member }), [])
  const remove = useCallback(({ id, userName }: Member) => void removeRows([id], `删除会员“${userName}”`), [removeRows])
  const actions = useMemberActions({ edit, remove })
  const columns = useMemo(() => columnsOf(actions), [actions])
  const open = (member: Member): void => {
    if (actions.refusal(member, 'edit') === null) edit(member)
  }
  const onRowKey = (member: Member, event: KeyboardEvent): void => {
    if (event.key === 'F2') open(member)
    if (event.key === 'Delete' && actions.refusal(member, 'remove') === null) remove(member)
  }
  const mayRemove = memberRefusal(who, 'remove') === null

  return (
    <ListScreen
      title="会员管理"
      list={list}
      read={siteId === 0 ? NO_SITE_READ : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.userName}
      search={seesContacts(who) ? '搜索账号、姓名、联系方式' : '搜索账号、姓名或昵称'}
      filters={<MemberFilters value={list.filters} onChange={list.setFilters} />}
      notice={
        !seesContacts(who) && (
          <MessageBar>
            <MessageBarBody>没有编辑会员的权限，手机号和邮箱仅显示一部分</MessageBarBody>
          </MessageBar>
        )
      }
      onOpen={open}
      onRowKey={onRowKey}
      {...(mayRemove && {
        batch: (keys: readonly number[]) => (
          <BatchButton
            keys={keys}
            title="批量删除"
            icon={DeleteRegular}
            onRun={(ids) => void removeRows(ids, `删除 ${ids.length} 个会员`)}
          />
        ),
      })}
      actions={
        <>
          <SheetButtons
            what="会员"
            at={MEMBER_MENU}
            exports={{ operation: 'member.outputData', input: { siteId, groupId, levelId, key: list.input.key } }}
            {...(siteId > 0 && {
              imports: {
                call: { operation: 'member.importData' as const, input: { siteId } },
                limitMb: MEMBER_SHEET_LIMIT_MB,
                checksFirst: true,
                template: { operation: 'member.sheetTemplate' as const, input: {} },
              },
            })}
          />
          {memberRefusal(who, 'add') === null && (
            <Button
              appearance="primary"
              icon={<AddRegular />}
              disabled={siteId === 0}
              onClick={() => setOpened({ member: null })}
            >
              添加
            </Button>
          )}
        </>
      }
      empty={
        siteId === 0 ? (
          <NoSite />
        ) : (
          <EmptyState icon={PeopleRegular} title="该站点还没有会员" text="点击“添加”录入会员，或从 Excel 表格导入。" />
        )
      }
    >
      {opened && <MemberDialog member={opened.member} siteId={siteId} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}
