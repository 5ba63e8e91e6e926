import { makeStyles, tokens } from '@fluentui/react-components'
import type { z } from 'zod'
import { type Member, memberForm, SEXES } from '#shared/contract/member.ts'
import { type MemberLevel, MAX_POINTS } from '#shared/contract/memberLevel.ts'
import { call } from '#renderer/data/client.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { AvatarField } from '#renderer/features/media/cropper/AvatarField.tsx'
import { DayField } from '#renderer/ui/fields/DayField.tsx'
import { MultiSelectField } from '#renderer/ui/fields/MultiSelectField.tsx'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { type Control, useWatch } from 'react-hook-form'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'

interface LevelFieldProps {
  control: Control<z.input<typeof memberForm>, unknown, z.output<typeof memberForm>>
  levels: readonly MemberLevel[]
}

const describeLevelOfPoints = (name: string): string =>
  name ? `按当前积分，等级为“${name}”` : '当前积分不在任何等级的范围内'

/** The level of a member: derived from the points, with the resulting level as a hint, or fixed by hand. */
function LevelField({ control, levels }: LevelFieldProps) {
  const [points, levelId] = useWatch({ control, name: ['points', 'levelId'] })
  const count = typeof points === 'number' ? points : 0
  const levelOfPoints = levels.find(({ startValue, endValue }) => count >= startValue && count <= endValue)
  const choices = levels.map(({ id, name }) => ({ value: id, title: name }))
  return (
    <SelectField
      control={control}
      name="levelId"
      label="等级"
      options={[{ value: 0, title: '按积分自动确定' }, ...choices]}
      hint={levelId === 0 ? describeLevelOfPoints(levelOfPoints?.name ?? '') : '等级固定为所选等级，不随积分变化'}
    />
  )
}

const useStyles = makeStyles({
  pairs: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
  },
})

interface Props {
  /** null: a new one. */
  member: Member | null
  siteId: number
  onClose: () => void
}

type Form = z.output<typeof memberForm>

const LABELS = {
  userName: '账号',
  phone: '手机号',
  email: '邮箱',
  headSculpture: '头像',
  name: '姓名',
  nickName: '昵称',
  sex: '性别',
  birthday: '生日',
  groupList: '会员组',
  points: '积分',
  levelId: '等级',
}
const SEX_CHOICES = SEXES.map((sex) => ({ value: sex, title: sex }))
const NEW_MEMBER = {
  id: 0,
  userName: '',
  password: '',
  confirm: '',
  phone: '',
  email: '',
  headSculpture: '',
  name: '',
  nickName: '',
  sex: SEXES[0],
  birthday: '',
  groupList: [],
  points: 0,
  levelId: 0,
}

const toForm = (member: Member) => {
  const { id, siteId, userName, phone, email, headSculpture, name, nickName, birthday, points, levelId } = member
  const fields = { id, siteId, userName, phone, email, headSculpture, name, nickName, birthday, points, levelId }
  const sex = SEXES.find((each) => each === member.sex) ?? SEXES[0]
  return { ...NEW_MEMBER, ...fields, sex, groupList: member.grouplist, version: member.version }
}
const loadForm = async (id: number) => toForm((await call('member.findById', { id })).data)

/** C·§2: a member of the site. A new member's password is typed twice; an empty password keeps the present one. */
export function MemberDialog({ member, siteId, onClose }: Props) {
  const styles = useStyles()
  const write = useWrite('member.save')
  const groups = useRead('memberGroup.page', { siteId, page: 1, size: 1000 })
  const levels = useRead('memberLevel.page', { siteId, page: 1, size: 1000 })
  const choices = (groups.data?.content ?? []).map(({ id, name }) => ({ value: id, title: name }))
  const save = ({ confirm: _typedTwice, ...form }: Form) => write.mutateAsync(form)
  const show = (field: string, value: unknown): string | undefined => {
    if (field === 'levelId') return levels.data?.content.find(({ id }) => id === value)?.name ?? '按积分自动确定'
    if (field !== 'groupList' || !Array.isArray(value)) return undefined
    return value.map((id) => choices.find((each) => each.value === id)?.title ?? String(id)).join('、')
  }
  return (
    <FormDialog
      title={member ? '编辑会员' : '添加会员'}
      schema={memberForm}
      values={member ? toForm(member) : { ...NEW_MEMBER, siteId }}
      save={save}
      onClose={onClose}
      {...(member ? { compare: { load: () => loadForm(member.id), labels: LABELS, show } } : {})}
    >
      {(control) => (
        <>
          <div className={styles.pairs}>
            <TextField
              control={control}
              name="userName"
              label={LABELS.userName}
              required
              autoFocus
              maxLength={254}
              autoComplete="off"
            />
            <PasswordField
              control={control}
              name="password"
              label="密码"
              required={!member}
              autoComplete="new-password"
              hint={
                member
                  ? member.hasPassword === false
                    ? '该会员没有密码，不能登录；填写后即可登录'
                    : '不填写则不修改密码'
                  : undefined
              }
            />
            {!member && (
              <PasswordField control={control} name="confirm" label="确认密码" required autoComplete="new-password" />
            )}
            <TextField control={control} name="phone" label={LABELS.phone} required type="tel" autoComplete="off" />
            <TextField control={control} name="email" label={LABELS.email} required autoComplete="off" />
          </div>
          <AvatarField control={control} name="headSculpture" label={LABELS.headSculpture} required siteId={siteId} />
          <div className={styles.pairs}>
            <TextField control={control} name="name" label={LABELS.name} required maxLength={100} autoComplete="off" />
            <TextField control={control} name="nickName" label={LABELS.nickName} maxLength={100} autoComplete="off" />
            <RadioGroupField control={control} name="sex" label={LABELS.sex} options={SEX_CHOICES} />
            <DayField control={control} name="birthday" label={LABELS.birthday} />
          </div>
          <MultiSelectField
            control={control}
            name="groupList"
            label={LABELS.groupList}
            options={choices}
            hint={groups.data?.content.length === 0 ? '该站点还没有会员组，请先在“会员组”中添加' : undefined}
          />
          <div className={styles.pairs}>
            <NumberField
              control={control}
              name="points"
              label={LABELS.points}
              min={0}
              max={MAX_POINTS}
              empty={undefined}
            />
            <LevelField control={control} levels={levels.data?.content ?? []} />
          </div>
        </>
      )}
    </FormDialog>
  )
}
