import { Button } from '@fluentui/react-components'
import { AddRegular, PeopleTeamRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { Role, RoleDetail } from '#shared/contract/role.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { RightsDialog } from '#renderer/features/people/rights/RightsDialog.tsx'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { AccountsDialog } from './AccountsDialog.tsx'
import { columnsOf, type GroupActions } from './columns.tsx'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { RoleForm } from './dialog/RoleForm.tsx'
import { readRole } from './dialog/useRoleSites.ts'

/** Number of descendants of a group. */
const countDescendants = ({ childAdminGroup }: Role): number =>
  childAdminGroup.reduce((sum, child) => sum + 1 + countDescendants(child), 0)

/** The group and its descendants, the group first. */
const withDescendants = (group: Role): Role[] => [group, ...group.childAdminGroup.flatMap(withDescendants)]

/**
 * Keeps the groups whose name or introduction contains the text, and their ancestors; the same tree without a text. A group
 * that keeps all its descendants stays the same object.
 */
function filterGroups(groups: readonly Role[], text: string): readonly Role[] {
  const query = text.trim().toLowerCase()
  if (!query) return groups
  return groups.flatMap((group) => {
    const child = filterGroups(group.childAdminGroup, text)
    if (child.length === 0 && !`${group.name}\n${group.note}`.toLowerCase().includes(query)) return []
    const isUnchanged =
      child.length === group.childAdminGroup.length && child.every((each, at) => each === group.childAdminGroup[at])
    return [isUnchanged ? group : { ...group, childAdminGroup: [...child] }]
  })
}

/** The dialog that is open over the list. */
type OpenDialog =
  | { dialog: 'edit'; id: number; parentId: number; copyOf?: number }
  | { dialog: 'accounts'; group: Role }
  | { dialog: 'rights' }

/** C·§9: choices are read without paging. */
const UNPAGED = { page: 1, size: 1000 } as const

const removeTitle = (name: string, below: number): string =>
  below > 0 ? `删除用户组“${name}”及其 ${below} 个下级用户组` : `删除用户组“${name}”`

interface Props {
  /** 0: a new group. */
  id: number
  /** Preselected parent of a new group. */
  parentId: number
  /** Id of the group whose grants a new group copies. */
  copyOf?: number
  /** The group of the signed-in account. */
  ownGroupId: number
  /** The groups below it. */
  groups: readonly Role[]
  onClose: () => void
}

/** The tree of the system (site 0) is loaded with the dialog; those of the sites when their tab is opened. */
const FIRST_SITE = 0

/** C·§2: name, introduction and parent of a group, and its grants on each site. */
function RoleDialog({ id, copyOf, ...rest }: Props) {
  const { data, error, retry } = useLoaded(() => (copyOf === undefined ? readRole(id, FIRST_SITE) : readRole(copyOf)))
  const title = id === 0 ? '新增用户组' : `编辑用户组“${data?.name ?? ''}”`
  if (data)
    return (
      <RoleForm
        title={title}
        detail={copyOf === undefined ? data : toNewGroup(data)}
        isCopy={copyOf !== undefined}
        {...rest}
      />
    )
  return <LoadingDialog title={title} size="small" onClose={rest.onClose} error={error} onRetry={retry} />
}

const toNewGroup = ({ version: _version, ...detail }: RoleDetail): RoleDetail => ({
  ...detail,
  id: 0,
  name: `${detail.name} 副本`,
  kept: 0,
})

/** The groups below the signed-in account's own one, as a tree (C·§2, C·§6). */
export function UserGroups() {
  const { groupId } = useAuthority()
  const list = useListState()
  const text = list.input.key
  const input = { parentId: groupId, ...UNPAGED }
  const read = useRead('role.page', input, { quiet: true, enabled: groupId > 0, onFocus: true })
  const groups = read.error ? undefined : read.data?.content
  const rows = useMemo(() => groups && filterGroups(groups, text), [groups, text])
  const tree = useTreeState({ initially: 'expanded' })
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  useTabOpen('UserGroups', opened, setOpened)
  useAutoOpenFromUrl(() => setOpened({ dialog: 'edit', id: 0, parentId: groupId }))
  const removeRows = useRemoveRows('role.deleteByIdList')

  const actions = useMemo((): GroupActions => {
    return {
      edit: ({ id, parentId }) => setOpened({ dialog: 'edit', id, parentId }),
      remove: (group) =>
        void removeRows(
          withDescendants(group).map(({ id }) => id),
          removeTitle(group.name, countDescendants(group)),
        ),
      addChild: ({ id }) => setOpened({ dialog: 'edit', id: 0, parentId: id }),
      copy: ({ id, parentId }) => setOpened({ dialog: 'edit', id: 0, parentId, copyOf: id }),
      accounts: (group) => setOpened({ dialog: 'accounts', group }),
    }
  }, [removeRows])
  const columns = useMemo(() => columnsOf(actions), [actions])
  const close = (): void => setOpened(null)

  return (
    <Page>
      <PageHeader
        title="用户组"
        actions={
          <>
            <Button onClick={() => setOpened({ dialog: 'rights' })}>有效权限</Button>
            <Button
              appearance="primary"
              icon={<AddRegular />}
              onClick={() => setOpened({ dialog: 'edit', id: 0, parentId: groupId })}
            >
              新增
            </Button>
          </>
        }
      />
      <Toolbar end={<TreeButtons tree={tree} />}>
        <SearchBox value={text} onSearch={list.search} placeholder="搜索用户组名称或介绍" />
      </Toolbar>
      <TreeTable
        label="用户组"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        childrenOf={(row) => row.childAdminGroup}
        read={read}
        tree={tree}
        onOpen={actions.edit}
        onRowKey={editRemoveKeys(actions)}
        empty={
          text ? (
            <EmptyState title="没有找到用户组" text={`没有名称或介绍包含“${text}”的用户组，请更换搜索内容`} />
          ) : (
            <EmptyState
              icon={PeopleTeamRegular}
              title="还没有用户组"
              text="显示本用户组的下级用户组。点击“新增”添加用户组，再为其分配账号。"
            />
          )
        }
      />
      {opened?.dialog === 'edit' && (
        <RoleDialog {...opened} ownGroupId={groupId} groups={groups ?? []} onClose={close} />
      )}
      {opened?.dialog === 'accounts' && <AccountsDialog group={opened.group} groups={groups ?? []} onClose={close} />}
      {opened?.dialog === 'rights' && <RightsDialog onClose={close} />}
    </Page>
  )
}
