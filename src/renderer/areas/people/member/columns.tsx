import { Avatar, Badge, makeStyles, tokens } from '@fluentui/react-components'
import { DeleteRegular, EditRegular } from '@fluentui/react-icons'
import type { Member } from '#shared/contract/member.ts'
import { MediaThumb } from '#renderer/features/media/picker/MediaThumb.tsx'
import { MoreMenu } from '#renderer/ui/table/MoreMenu.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import { SwitchCell } from '#renderer/ui/table/SwitchCell.tsx'
import { TitleCell } from '#renderer/ui/table/TitleCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import type { MemberActions } from './useMemberActions.ts'

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, verticalAlign: 'middle' },
  actions: { display: 'inline-flex', alignItems: 'center' },
})

const useMemberNameStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  picture: {
    flex: 'none',
    width: '28px',
    height: '28px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: '16px',
  },
})

/** Avatar and account name of a member. */
function MemberName({ member: { headSculpture, userName, isErased } }: { member: Member }) {
  const styles = useMemberNameStyles()
  return (
    <span className={styles.root}>
      {headSculpture ? (
        <span className={styles.picture}>
          <MediaThumb kind="image" src={headSculpture} />
        </span>
      ) : (
        <Avatar size={28} aria-hidden />
      )}
      <TitleCell title={userName}>
        {isErased && (
          <Badge appearance="tint" color="subtle">
            已抹除
          </Badge>
        )}
      </TitleCell>
    </span>
  )
}

/** C·§2: the columns of the member list; the switch saves at once. */
export const columnsOf = (actions: MemberActions): TableColumn<Member>[] => [
  { key: 'userName', title: '账号', render: (row) => <MemberName member={row} /> },
  { key: 'name', title: '姓名', width: '90px', render: (row) => row.name },
  { key: 'phone', title: '手机号', width: '124px', render: (row) => row.phone },
  { key: 'email', title: '邮箱', width: '16%', minWidth: 130, render: (row) => row.email },
  { key: 'groups', title: '会员组', width: '11%', minWidth: 90, render: (row) => (row.groupNames ?? []).join('、') },
  { key: 'grade', title: '等级', width: '96px', render: (row) => row.grade },
  {
    key: 'isEnable',
    title: '状态',
    width: '102px',
    render: (row) => <StatusCell member={row} actions={actions} />,
  },
  {
    key: 'actions',
    title: '操作',
    width: '112px',
    align: 'end',
    pin: 'end',
    render: (row) => <ActionsCell member={row} actions={actions} />,
  },
]

interface Props {
  member: Member
  actions: MemberActions
}

function StatusCell({ member, actions }: Props) {
  const refusal = actions.refusal(member, 'status')
  return (
    <span className={useStyles().root}>
      <SwitchCell
        checked={member.isEnable}
        label={`启用 ${member.userName}`}
        disabled={refusal !== null}
        {...(refusal === null ? {} : { disabledReason: refusal })}
        change={(isEnable) => actions.enable(member, isEnable)}
      />
      {member.isEnable ? '正常' : '停用'}
    </span>
  )
}

function ActionsCell({ member, actions }: Props) {
  const { edit, remove, refusal, more } = actions
  return (
    <span className={useStyles().actions}>
      <RowActions
        row={member.userName}
        actions={[
          { title: '编辑', icon: EditRegular, refusal: refusal(member, 'edit'), run: () => edit(member) },
          { title: '删除', icon: DeleteRegular, refusal: refusal(member, 'remove'), run: () => remove(member) },
        ]}
      />
      <MoreMenu row={member.userName} items={more(member)} />
    </span>
  )
}
