import { makeStyles, tokens } from '@fluentui/react-components'
import { useMemo } from 'react'
import { type Account, accountForm } from '#shared/contract/accountEdit.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { useDepartments } from './useDepartments.ts'
import type { Groups } from './useGroups.ts'

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
})

const LABELS = {
  roleIdList: '管理员组',
  departmentId: '所属部门',
  userName: '账号',
  trueName: '姓名',
  employeeNumber: '员工编号',
  phone: '手机号',
  email: '邮箱',
}

const EMPTY_FORM = {
  userName: '',
  trueName: '',
  employeeNumber: '',
  phone: '',
  email: '',
  password: '',
  rePassword: '',
}

interface Props {
  /** null: a new one. */
  account: Account | null
  groups: Groups
  /** The preselected group of a new account; 0: none. */
  roleId: number
  onClose: () => void
}

/** C·§2: adds or edits an account; the host encrypts the password (C·§7). */
export function AccountDialog({ account, groups, roleId, onClose }: Props) {
  const styles = useStyles()
  const save = useWrite('account.save')
  const session = useSession()
  const self = account !== null && account.userName.toLowerCase() === session?.username.toLowerCase()
  const options = useMemo(() => groupOptions(groups, account), [groups, account])
  const departments = useDepartments()
  const preselected = options.some(({ value }) => value === roleId) ? [roleId] : []
  return (
    <FormDialog
      title={account ? '编辑账号' : '新增账号'}
      schema={accountForm}
      {...recordForm({
        record: account,
        empty: { ...EMPTY_FORM, id: 0, roleIdList: preselected, departmentId: 0 },
        labels: LABELS,
        find: 'account.findById',
        show: (field, value) => {
          if (field === 'roleIdList') return options.find((one) => one.value === (value as number[])[0])?.title
          if (field === 'departmentId') return departments.titleOf(Number(value))
          return undefined
        },
      })}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <div className={styles.fields}>
          <SelectField
            control={control}
            name="roleIdList"
            label={LABELS.roleIdList}
            required
            inList
            options={options}
            disabled={self}
            hint={self ? '不能更换自己的管理员组' : undefined}
          />
          <SelectField
            control={control}
            name="departmentId"
            label={LABELS.departmentId}
            options={departments.options}
            placeholder="未选择部门"
            clearTo={0}
          />
          <TextField control={control} name="userName" label={LABELS.userName} required autoFocus autoComplete="off" />
          <TextField control={control} name="trueName" label={LABELS.trueName} required autoComplete="off" />
          <TextField
            control={control}
            name="employeeNumber"
            label={LABELS.employeeNumber}
            required
            autoComplete="off"
          />
          <TextField control={control} name="phone" label={LABELS.phone} required autoComplete="off" />
          <TextField control={control} name="email" label={LABELS.email} required autoComplete="off" />
          <i aria-hidden />
          <PasswordField
            control={control}
            name="password"
            label="密码"
            required={account === null}
            placeholder="数字、大小写字母和特殊字符，8-24 位"
            autoComplete="new-password"
            hint={account ? '不填写则不修改密码' : undefined}
          />
          <PasswordField
            control={control}
            name="rePassword"
            label="确认密码"
            required={account === null}
            autoComplete="new-password"
          />
        </div>
      )}
    </FormDialog>
  )
}

/** The groups that may be assigned, indented, and the current group of the account. */
function groupOptions({ assignable }: Groups, account: Account | null) {
  const options = assignable.map(({ id, title, level }) => ({ value: id, title, level }))
  const [now] = account?.roleIdList ?? []
  if (!account || now === undefined || options.some(({ value }) => value === now)) return options
  return [{ value: now, title: account.groupName || String(now), level: 1 }, ...options]
}
