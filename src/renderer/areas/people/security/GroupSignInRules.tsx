import { Button, Card, Field, makeStyles, Subtitle2, Switch, Text, Textarea, tokens } from '@fluentui/react-components'
import { DeleteRegular } from '@fluentui/react-icons'
import { type Control, useController } from 'react-hook-form'
import type { z } from 'zod'
import type { securityForm } from '#shared/contract/security.ts'
import { isIpRange } from '#shared/domain/ipRanges.ts'
import { messageOf } from '#renderer/ui/fields/formErrors.ts'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
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

/** The groups with extra rules: a required second factor, or a list of allowed addresses. */
export function GroupSignInRules({ control, disabled }: Props) {
  const styles = useStyles()
  const { field, fieldState } = useController({ control, name: 'groups' })
  const groups = useAllGroups()
  const rows = field.value ?? []
  const chosen = new Set(rows.map(({ groupId }) => groupId))
  const unusedGroups = groups.filter(({ id }) => !chosen.has(id))
  const titleOf = (id: unknown): string => groups.find((group) => group.id === id)?.title ?? `用户组 ${String(id)}`
  const message = messageOf(fieldState.error)
  return (
    <div className={styles.list}>
      {rows.length === 0 && (
        <Text className={styles.muted}>没有要求：所有用户组都可以从任何地址登录，无需两步验证。</Text>
      )}
      {rows.map((row, at) => {
        const { groupId, addresses = [] } = row
        const title = titleOf(groupId)
        const set = (change: Partial<typeof row>): void => field.onChange(rows.with(at, { ...row, ...change }))
        const invalidLine = addresses.find((line) => line.trim() !== '' && !isIpRange(line))
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
                  aria-label={`移除 ${title}`}
                  onClick={() => field.onChange(rows.toSpliced(at, 1))}
                />
              )}
            </div>
            <Field hint="未设置的账号，下次使用时须先设置">
              <Switch
                className={styles.switch}
                label="必须使用两步验证"
                disabled={disabled}
                checked={row.secondFactor === true}
                onChange={(_event, { checked }) => set({ secondFactor: checked })}
              />
            </Field>
            <Field
              label="允许登录的地址"
              hint="每行一个 IP 或 IP 段，例如 203.0.113.9 或 10.0.0.0/8；不填写则可以从任何地址登录"
              validationMessage={invalidLine === undefined ? undefined : `“${invalidLine.trim()}”不是 IP 或 IP 段`}
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
        <Field validationMessage={message}>
          <TruncatedSelect
            label="添加用户组"
            items={unusedGroups}
            value={0}
            placeholder="添加用户组"
            onChange={(groupId) => field.onChange([...rows, { groupId, addresses: [''] }])}
          />
        </Field>
      )}
    </div>
  )
}
