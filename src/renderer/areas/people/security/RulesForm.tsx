import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { securityForm, type SecuritySettings } from '#shared/contract/security.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { GroupSignInRules } from './GroupSignInRules.tsx'
import { RULE_LABELS } from './ruleLabels.ts'
import { Section } from './Section.tsx'
import { useAllGroups } from './useAllGroups.ts'

const useStyles = makeStyles({ muted: { color: tokens.colorNeutralForeground3 } })

/** A conflict shows only the number of groups. */
const showValue = (field: string, value: unknown): string | undefined =>
  field === 'groups' && Array.isArray(value) ? `${value.length} 个用户组有要求` : undefined

interface Props {
  settings: SecuritySettings
  readOnly: boolean
}

export function RulesForm({ settings, readOnly }: Props) {
  const save = useWrite('security.saveSettings')
  const groups = useAllGroups()
  // Without the super administrators, which come first.
  const registerGroups = groups.slice(1).map(({ id, title, level }) => ({ value: id, title, level: level - 1 }))
  const { changedBy: _by, changedAt: _at, ...values } = settings
  return (
    <ResourceForm
      title="登录安全规则"
      schema={securityForm}
      values={values}
      save={save.mutateAsync}
      readOnly={readOnly}
      wide
      note={settings.changedBy && <ChangeNote {...settings} />}
      compare={{ load: async () => (await call('security.settings', {})).data, labels: RULE_LABELS, show: showValue }}
    >
      {(control) => {
        const fieldProps = <Name extends keyof typeof RULE_LABELS>(name: Name) => ({
          control,
          name,
          label: RULE_LABELS[name],
          disabled: readOnly,
        })
        return (
          <>
            <Section title="密码" text="只对新设置的密码生效，已有的密码不受影响">
              <NumberField {...fieldProps('minLength')} unit="个字符" hint="0 表示不限" />
              <NumberField {...fieldProps('minClasses')} unit="种" hint="大写字母、小写字母、数字、符号；0 表示不限" />
              <NumberField {...fieldProps('historyCount')} unit="次" hint="0 表示不限" />
              <NumberField {...fieldProps('maxAgeDays')} unit="天" hint="到期后，下次使用时须先修改密码；0 表示不限" />
              <SwitchField {...fieldProps('refuseCommon')} hint="例如 12345678、Password1，以及包含账号名的密码" />
            </Section>
            <Section title="失败锁定">
              <NumberField {...fieldProps('lockFailures')} unit="次" />
              <NumberField {...fieldProps('lockMinutes')} unit="分钟" />
            </Section>
            <Section title="登录时长">
              <NumberField {...fieldProps('idleMinutes')} unit="分钟" />
              <NumberField {...fieldProps('maxHours')} unit="小时" />
              <SwitchField {...fieldProps('singleSession')} hint="新的登录会使之前的登录退出" />
              <SwitchField {...fieldProps('bindAddress')} hint="防止登录状态被盗用；切换网络后需要重新登录" />
            </Section>
            <Section title="注册">
              <SwitchField
                {...fieldProps('selfRegister')}
                hint="任何人都可以用手机号注册账号。验证码通过“系统消息”中选择的短信通道发送；未选择时写入服务器日志，由管理员转告"
              />
              <SelectField
                {...fieldProps('registerGroupId')}
                hint="注册的账号只有该用户组的权限"
                options={registerGroups}
                clearTo={0}
              />
            </Section>
            <Section
              title="用户组的要求"
              text="未列出的用户组没有要求。要求只对用户组本身生效，不包括下级用户组。"
              isFullWidth
            >
              <GroupSignInRules control={control} disabled={readOnly} />
            </Section>
            <Section title="通讯录">
              <SwitchField
                {...fieldProps('ownGroupsOnly')}
                hint="写消息、选择代办人时只列出本用户组和下级用户组的人员；关闭时可以选择所有人员。自行注册的账号始终只能查看本用户组"
              />
            </Section>
            <Section title="登录日志">
              <NumberField {...fieldProps('logDays')} unit="天" />
            </Section>
          </>
        )
      }}
    </ResourceForm>
  )
}

function ChangeNote({ changedBy, changedAt }: SecuritySettings) {
  const styles = useStyles()
  return (
    <Text className={styles.muted}>
      {changedBy} 于 {changedAt} 修改
    </Text>
  )
}
