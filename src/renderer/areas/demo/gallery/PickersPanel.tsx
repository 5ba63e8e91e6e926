import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { PeopleRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { z } from 'zod'
import type { User } from '#shared/contract/account.ts'
import { recipientList } from '#shared/contract/recipients.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { IconButton } from '#renderer/ui/iconPicker/IconButton.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { RecipientField } from '#renderer/features/people/recipients/RecipientField.tsx'
import { userLabel, UserPicker } from '#renderer/features/people/picker/UserPicker.tsx'
import { saved } from '../shared/samples.ts'

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM, minWidth: 0 },
  text: { overflowWrap: 'anywhere', minWidth: 0 },
})

const schema = z.object({
  emails: recipientList('email', '请输入收件人'),
  phones: recipientList('phone', '请输入手机号'),
})
const VALUES = { emails: [], phones: [] }

/** Choosing users, recipients and icons. The users are the real accounts; nothing is sent. */
export function PickersPanel() {
  return (
    <>
      <ChosenUsers />
      <Recipients />
      <ChosenIcon />
    </>
  )
}

function ChosenUsers() {
  const styles = useStyles()
  const [users, setUsers] = useState<readonly User[]>([])
  const [open, setOpen] = useState(false)
  const take = (chosen: readonly User[]): void => {
    setUsers(chosen)
    setOpen(false)
  }
  return (
    <Card title="选择用户">
      <div className={styles.row}>
        <Button icon={<PeopleRegular />} onClick={() => setOpen(true)}>
          选择收件人
        </Button>
        <Text className={styles.text}>{users.map(userLabel).join('、') || '还没有选择'}</Text>
      </div>
      {open && <UserPicker chosen={users} onConfirm={take} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Recipients() {
  const toast = useToast()
  const save = async (values: z.output<typeof schema>): Promise<{ code: number }> => {
    const answer = await saved()
    toast.success(`${values.emails.length} 个邮箱，${values.phones.length} 个手机号`)
    return answer
  }
  return (
    <ResourceForm title="收件人" schema={schema} values={VALUES} save={save} wide>
      {(control) => (
        <>
          <RecipientField control={control} name="emails" label="收件人" kind="email" withUsers required />
          <RecipientField control={control} name="phones" label="手机号" kind="phone" required />
        </>
      )}
    </ResourceForm>
  )
}

function ChosenIcon() {
  const styles = useStyles()
  const [icon, setIcon] = useState('')
  return (
    <Card title="选择图标">
      <div className={styles.row}>
        <IconButton label="图标" value={icon} onChange={setIcon} />
        <Text>{icon || '还没有选择'}</Text>
      </div>
    </Card>
  )
}
