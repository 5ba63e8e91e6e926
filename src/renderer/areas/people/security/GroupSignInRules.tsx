import { Button, Card, Field, makeStyles, Subtitle2, Switch, Text, Textarea, tokens } from '@fluentui/react-components'
import { DeleteRegular } from '@fluentui/react-icons'
import { type Control, useController } from 'react-hook-form'
import type { z } from 'zod'
import type { securityForm } from '#shared/contract/security.ts'
import { isIpRange } from '#shared/domain/ipRanges.ts'
import { messageOf } from '#renderer/ui/fields/formErrors.ts'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { SECURITY } from './text.ts'
import { useAllGroups } from './useAllGroups.ts'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalL, maxWidth: '720px' },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: tokens.spacingHorizontalS },
  title: { margin: 0, overflowWrap: 'anywhere' },
  // Aligns the switch with the title above.
  switch: { marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` },
  muted: { color: tokens.colorNeutralForeground3 },
})

type Form = typeof securityForm
interface Props {
  control: Control<z.input<Form>, unknown, z.output<Form>>
  disabled: boolean
}

/** The groups of which more is demanded: a second factor, or some addresses alone. */
export function GroupSignInRules({ control, disabled }: Props) {
  const styles = useStyles()
  const { field, fieldState } = useController({ control, name: 'groups' })
  const groups = useAllGroups()
  const rows = field.value ?? []
  const chosen = new Set(rows.map(({ groupId }) => groupId))
  const free = groups.filter(({ id }) => !chosen.has(id))
  const titleOf = (id: unknown): string => groups.find((group) => group.id === id)?.title ?? `用户组 ${String(id)}`
  const wrong = messageOf(fieldState.error)
  return (
    <div className={styles.list}>
      {rows.length === 0 && <Text className={styles.muted}>{SECURITY.noGroups}</Text>}
      {rows.map((row, at) => {
        const { groupId, addresses = [] } = row
        const title = titleOf(groupId)
        const set = (change: Partial<typeof row>): void => field.onChange(rows.with(at, { ...row, ...change }))
        const bad = addresses.find((line) => line.trim() !== '' && !isIpRange(line))
        return (
          <Card key={String(groupId)} role="group" aria-label={title} appearance="outline">
            <div className={styles.head}>
              <Subtitle2 as="h3" className={styles.title}>
                {title}
              </Subtitle2>
              {!disabled && (
                <Button
                  appearance="subtle"
                  icon={<DeleteRegular />}
                  aria-label={SECURITY.removeGroup(title)}
                  onClick={() => field.onChange(rows.toSpliced(at, 1))}
                />
              )}
            </div>
            <Field hint={SECURITY.hints.secondFactor}>
              <Switch
                className={styles.switch}
                label={SECURITY.secondFactor}
                disabled={disabled}
                checked={row.secondFactor === true}
                onChange={(_event, { checked }) => set({ secondFactor: checked })}
              />
            </Field>
            <Field
              label={SECURITY.addresses}
              hint={SECURITY.hints.addresses}
              validationMessage={bad === undefined ? undefined : `“${bad.trim()}”不是 IP 或 IP 段`}
            >
              <Textarea
                rows={3}
                resize="vertical"
                disabled={disabled}
                value={addresses.join('\n')}
                onBlur={field.onBlur}
                onChange={(_event, { value }) => set({ addresses: value.split('\n') })}
              />
            </Field>
          </Card>
        )
      })}
      {!disabled && (
        <Field validationMessage={wrong}>
          <TruncatedSelect
            label={SECURITY.addGroup}
            items={free}
            value={0}
            placeholder={SECURITY.addGroup}
            onChange={(groupId) => field.onChange([...rows, { groupId, addresses: [''] }])}
          />
        </Field>
      )}
    </div>
  )
}
