import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { PeopleAddRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { User } from '#shared/contract/account.ts'
import { type RecipientKind, withRecipients } from '#shared/domain/recipients.ts'
import { RECIPIENTS_TEXT } from '#renderer/features/people/text.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { userLabel, UserPicker } from '../picker/UserPicker.tsx'
import { RecipientInput, type RecipientInputProps } from './RecipientInput.tsx'

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: tokens.spacingHorizontalS,
  },
})

type Props<In extends FieldValues, Out> = Bound<In, Out> & {
  kind: RecipientKind
  /** Offers the accounts of the back office; their addresses are added. For `email`. */
  withUsers?: boolean
}

/** A form field with a list of recipients: text[], validated by the contract's `recipientList`. */
export function RecipientField<In extends FieldValues, Out>({ kind, withUsers = false, ...frame }: Props<In, Out>) {
  const { label, disabled = false } = frame
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, onBlur, ref }, invalid) => {
        const input = { kind, label, disabled, invalid, onChange, onBlur, inputRef: ref, value: value ?? [] }
        return withUsers ? <WithUsers {...input} /> : <RecipientInput {...input} />
      }}
    </FieldFrame>
  )
}

function WithUsers(props: RecipientInputProps) {
  const styles = useStyles()
  const toast = useToast()
  const [choosing, setChoosing] = useState(false)
  const take = (users: readonly User[]): void => {
    const reached = users.filter(({ email }) => email !== '')
    const left = users.filter(({ email }) => email === '')
    const { list } = withRecipients(
      props.value,
      reached.map(({ email }) => email),
    )
    props.onChange(list)
    setChoosing(false)
    if (left.length > 0) toast.warning(RECIPIENTS_TEXT.noEmail(left.map(userLabel)))
  }
  return (
    <div className={styles.row}>
      <RecipientInput {...props} />
      <Button icon={<PeopleAddRegular />} disabled={props.disabled ?? false} onClick={() => setChoosing(true)}>
        {RECIPIENTS_TEXT.choose}
      </Button>
      {choosing && <UserPicker onConfirm={take} onClose={() => setChoosing(false)} />}
    </div>
  )
}
