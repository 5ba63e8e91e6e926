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

const { labels, hints, units, sections } = SECURITY

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
      compare={{ load: async () => (await call('security.settings', {})).data, labels, show }}
    >
      {(control) => {
        const at = { control, disabled: readOnly }
        return (
          <>
            <Section title={sections.password} text={hints.rules}>
              <NumberField {...at} name="minLength" label={labels.minLength} unit={units.chars} hint={SECURITY.none} />
              <NumberField
                {...at}
                name="minClasses"
                label={labels.minClasses}
                unit={units.kinds}
                hint={hints.minClasses}
              />
              <NumberField
                {...at}
                name="historyCount"
                label={labels.historyCount}
                unit={units.times}
                hint={SECURITY.none}
              />
              <NumberField
                {...at}
                name="maxAgeDays"
                label={labels.maxAgeDays}
                unit={units.days}
                hint={hints.maxAgeDays}
              />
              <SwitchField {...at} name="refuseCommon" label={labels.refuseCommon} hint={hints.refuseCommon} />
            </Section>
            <Section title={sections.lock}>
              <NumberField {...at} name="lockFailures" label={labels.lockFailures} unit={units.times} />
              <NumberField {...at} name="lockMinutes" label={labels.lockMinutes} unit={units.minutes} />
            </Section>
            <Section title={sections.session}>
              <NumberField {...at} name="idleMinutes" label={labels.idleMinutes} unit={units.minutes} />
              <NumberField {...at} name="maxHours" label={labels.maxHours} unit={units.hours} />
              <SwitchField {...at} name="singleSession" label={labels.singleSession} hint={hints.singleSession} />
              <SwitchField {...at} name="bindAddress" label={labels.bindAddress} hint={hints.bindAddress} />
            </Section>
            <Section title={sections.register}>
              <SwitchField {...at} name="selfRegister" label={labels.selfRegister} hint={hints.selfRegister} />
              <SelectField
                {...at}
                name="registerGroupId"
                label={labels.registerGroupId}
                hint={hints.registerGroupId}
                options={registered}
                clearTo={0}
              />
            </Section>
            <Section title={sections.places} text={hints.groups} whole>
              <GroupSignInRules {...at} />
            </Section>
            <Section title={sections.colleagues}>
              <SwitchField {...at} name="ownGroupsOnly" label={labels.ownGroupsOnly} hint={hints.ownGroupsOnly} />
            </Section>
            <Section title={sections.log}>
              <NumberField {...at} name="logDays" label={labels.logDays} unit={units.days} />
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
