import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { securityForm, type SecuritySettings } from '#shared/contract/security.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { GroupSignInRules } from './GroupSignInRules.tsx'
import { Section } from './Section.tsx'
import { SECURITY } from './text.ts'
import { useAllGroups } from './useAllGroups.ts'


const useStyles = makeStyles({ muted: { color: tokens.colorNeutralForeground3 } })

/** What conflicts show of the groups: their number is enough to see that they differ. */
const show = (field: string, value: unknown): string | undefined =>
  field === 'groups' && Array.isArray(value) ? `${value.length} 个用户组有要求` : undefined

interface Props {
  settings: SecuritySettings
  readOnly: boolean
}

export function RulesForm({ settings, readOnly }: Props) {
  const save = useWrite('security.saveSettings')
  const groups = useAllGroups()
  // No super administrators: those are the first ones.
  const registered = groups.slice(1).map(({ id, title, level }) => ({ value: id, title, level: level - 1 }))
  const { changedBy: _by, changedAt: _at, ...values } = settings
  return (
    <ResourceForm
      title={SECURITY.form}
      schema={securityForm}
      values={values}
      save={save.mutateAsync}
      readOnly={readOnly}
      wide
      note={settings.changedBy && <Changed {...settings} />}
      compare={{ load: async () => (await call('security.settings', {})).data, labels: SECURITY.labels, show }}
    >
      {(control) => {
        const at = { control, disabled: readOnly }
        return (
          <>
            <Section title={SECURITY.sections.password} text={SECURITY.hints.rules}>
              <NumberField {...at} name="minLength" label={SECURITY.labels.minLength} unit={SECURITY.units.chars} hint={SECURITY.none} />
              <NumberField
                {...at}
                name="minClasses"
                label={SECURITY.labels.minClasses}
                unit={SECURITY.units.kinds}
                hint={SECURITY.hints.minClasses}
              />
              <NumberField
                {...at}
                name="historyCount"
                label={SECURITY.labels.historyCount}
                unit={SECURITY.units.times}
                hint={SECURITY.none}
              />
              <NumberField
                {...at}
                name="maxAgeDays"
                label={SECURITY.labels.maxAgeDays}
                unit={SECURITY.units.days}
                hint={SECURITY.hints.maxAgeDays}
              />
              <SwitchField {...at} name="refuseCommon" label={SECURITY.labels.refuseCommon} hint={SECURITY.hints.refuseCommon} />
            </Section>
            <Section title={SECURITY.sections.lock}>
              <NumberField {...at} name="lockFailures" label={SECURITY.labels.lockFailures} unit={SECURITY.units.times} />
              <NumberField {...at} name="lockMinutes" label={SECURITY.labels.lockMinutes} unit={SECURITY.units.minutes} />
            </Section>
            <Section title={SECURITY.sections.session}>
              <NumberField {...at} name="idleMinutes" label={SECURITY.labels.idleMinutes} unit={SECURITY.units.minutes} />
              <NumberField {...at} name="maxHours" label={SECURITY.labels.maxHours} unit={SECURITY.units.hours} />
              <SwitchField {...at} name="singleSession" label={SECURITY.labels.singleSession} hint={SECURITY.hints.singleSession} />
              <SwitchField {...at} name="bindAddress" label={SECURITY.labels.bindAddress} hint={SECURITY.hints.bindAddress} />
            </Section>
            <Section title={SECURITY.sections.register}>
              <SwitchField {...at} name="selfRegister" label={SECURITY.labels.selfRegister} hint={SECURITY.hints.selfRegister} />
              <SelectField
                {...at}
                name="registerGroupId"
                label={SECURITY.labels.registerGroupId}
                hint={SECURITY.hints.registerGroupId}
                options={registered}
                clearTo={0}
              />
            </Section>
            <Section title={SECURITY.sections.places} text={SECURITY.hints.groups} whole>
              <GroupSignInRules {...at} />
            </Section>
            <Section title={SECURITY.sections.colleagues}>
              <SwitchField {...at} name="ownGroupsOnly" label={SECURITY.labels.ownGroupsOnly} hint={SECURITY.hints.ownGroupsOnly} />
            </Section>
            <Section title={SECURITY.sections.log}>
              <NumberField {...at} name="logDays" label={SECURITY.labels.logDays} unit={SECURITY.units.days} />
            </Section>
          </>
        )
      }}
    </ResourceForm>
  )
}

function Changed({ changedBy, changedAt }: SecuritySettings) {
  const styles = useStyles()
  return (
    <Text className={styles.muted}>
      {changedBy} 于 {changedAt} 修改
    </Text>
  )
}
