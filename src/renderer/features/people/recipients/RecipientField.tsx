import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { PeopleAddRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { User } from '#shared/contract/account.ts'
import { type RecipientKind, addRecipients } from '#shared/domain/recipients.ts'
import { someOf } from '#shared/util/lists.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { userLabel, UserPicker } from '../picker/UserPicker.tsx'
import { SheetRecipients } from './SheetRecipients.tsx'
import { RecipientInput, type RecipientInputProps } from './RecipientInput.tsx'

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: tokens.spacingHorizontalS,
  },
  ways: { display: 'grid', gap: tokens.spacingVerticalXS },
})

type Props<In extends FieldValues, Out> = Bound<In, Out> & {
  kind: RecipientKind
  /** Offers the accounts of the back office; their addresses are added. For `email`. */
  withUsers?: boolean
  /** Offers to add a column of a sheet. */
  withSheet?: boolean
}

/** A form field with a list of recipients: text[], validated by the contract's `recipientList`. */
export function RecipientField<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { kind, withUsers = false, withSheet = false, ...frame } = props
  const styles = useStyles()
  const { label, disabled = false } = frame
  return (
    <FieldFrame {...frame} group>
      {({ value, onChange, onBlur, ref }, invalid) => {
        const input = { kind, label, disabled, invalid, onChange, onBlur, inputRef: ref, value: value ?? [] }
        if (!withUsers && !withSheet) return <RecipientInput {...input} />
        return (
          <div className={styles.row}>
            <RecipientInput {...input} />
            <div className={styles.ways}>
              {withUsers && <Users {...input} />}
              {withSheet && (
                <SheetRecipients
                  kind={kind}
                  disabled={disabled}
                  onAdd={(list) => onChange(addRecipients(input.value, list).list)}
                />
              )}
            </div>
          </div>
        )
      }}
    </FieldFrame>
  )
}

/** Adds accounts of the back office. */
function Users(props: RecipientInputProps) {
  const toast = useToast()
  const [choosing, setChoosing] = useState(false)
  const addUsers = (users: readonly User[]): void => {
    const withEmail = users.filter(({ email }) => email !== '')
    const withoutEmail = users.filter(({ email }) => email === '')
    const { list } = addRecipients(
      props.value,
      withEmail.map(({ email }) => email),
    )
    props.onChange(list)
    setChoosing(false)
    if (withoutEmail.length > 0) toast.warning(`${someOf(withoutEmail.map(userLabel))}未填写邮箱，未添加`)
  }
  return (
    <>
      <Button icon={<PeopleAddRegular />} disabled={props.disabled ?? false} onClick={() => setChoosing(true)}>
        选择用户
      </Button>
      {choosing && <UserPicker onConfirm={addUsers} onClose={() => setChoosing(false)} />}
    </>
  )
}
