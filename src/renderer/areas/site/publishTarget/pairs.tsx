import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import type { PublishTarget } from '#shared/contract/publishTarget.ts'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import type { TargetControl } from './targetForm.ts'

const useStyles = makeStyles({
  pairs: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
  },
})

export interface FieldsProps {
  control: TargetControl
  target: PublishTarget | null
  siteId: number
}

/** Fields side by side where there is room. */
export function Pairs({ children }: { children: ReactNode }) {
  return <div className={useStyles().pairs}>{children}</div>
}

/** What a person should know of a kind of target. */
export function Notice({ intent = 'info', children }: { intent?: 'info' | 'warning'; children: ReactNode }) {
  return (
    <MessageBar intent={intent} layout="multiline">
      <MessageBarBody>{children}</MessageBarBody>
    </MessageBar>
  )
}

/** A password that is sealed and not shown again. */
export function SecretField({ control, target, label }: Omit<FieldsProps, 'siteId'> & { label: string }) {
  return (
    <PasswordField
      control={control}
      name="password"
      label={label}
      autoComplete="new-password"
      hint={target?.hasPassword ? '留空表示不修改' : '加密保存，不再显示'}
    />
  )
}
